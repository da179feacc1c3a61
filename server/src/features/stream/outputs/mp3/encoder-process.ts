import { type ChildProcess, spawn } from 'node:child_process'

export const MP3_BITS_PER_SECOND = 128_000

/**
 * MP3 at 48 kHz, as the source has it; no bit reservoir, so that each frame can be decoded by itself by who joins with it;
 * without tags, which would be no sound.
 */
export const MP3_CODEC = [
  ...[
    '-c:a',
    'libmp3lame',
    '-b:a',
    String(MP3_BITS_PER_SECOND),
    '-reservoir',
    '0',
    '-ar',
    '48000',
    '-ac',
    '2',
  ],
  ...['-map_metadata', '-1', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
]

/** Ogg Opus in, MP3 out, each frame at once. */
const ARGUMENTS = [
  ...['-hide_banner', '-loglevel', 'quiet', '-nostdin', '-f', 'ogg', '-i', 'pipe:0', '-map', '0:a:0'],
  ...[...MP3_CODEC, '-flush_packets', '1', 'pipe:1'],
]

export type EncoderEvents = {
  onBytes(bytes: Uint8Array): void
  /** It is gone, whatever ended it. Called once. */
  onExit(reason: string): void
}

/** One ffmpeg that makes MP3 of an Ogg Opus stream. It ends with this process, whose end closes its input. */
export class EncoderProcess {
  readonly #child: ChildProcess
  readonly ended: Promise<void>

  constructor(ffmpeg: string, { onBytes, onExit }: EncoderEvents) {
    const child = spawn(ffmpeg, ARGUMENTS, { stdio: ['pipe', 'pipe', 'ignore'], env: {} })
    this.#child = child
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    let reason = ''
    // Where no descriptor is left, Node makes no pipes and only emits an error.
    const hasPipes = Boolean(child.stdin && child.stdout)
    child.stdin?.on('error', () => undefined) // it is gone, and its exit says so
    child.stdout?.on('data', onBytes)
    child.on('error', (error) => {
      reason = error.message
      if (hasPipes) return
      resolve()
      onExit(reason)
    })
    child.on('close', (code, signal) => {
      resolve()
      onExit(reason || `ffmpeg ended with ${signal ?? code}`)
    })
  }

  /** For tests that end it. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Whether what was written last is still waiting: then it is to be left alone. */
  get isBusy(): boolean {
    return (this.#child.stdin?.writableLength ?? 0) > 0
  }

  write(bytes: Uint8Array): void {
    this.#child.stdin?.write(bytes)
  }

  /** Lets it finish what it has; it ends by itself. */
  finish(): void {
    this.#child.stdin?.end()
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}
