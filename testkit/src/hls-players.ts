import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findCommand } from './processes.ts'

const BYTES_PER_SECOND = 48_000 * 2 * 2
/** Last lines that are kept of each. */
const MOST_LINES = 200

export const PLAYERS = ['ffmpeg', 'GStreamer', 'VLC'] as const
export type PlayerName = (typeof PLAYERS)[number]

/** Result of a player that has ended by itself. */
export type Played = {
  /** Of decoded sound. */
  seconds: number
  exitCode: number | null
  /** Lines of warnings and errors of the stream, the newest. */
  complaints: string[]
}

/** Commands that decode a playlist to its end, to samples of 16 bits in stereo on standard output. */
const COMMANDS: Record<PlayerName, (url: string) => readonly [string, ...string[]]> = {
  ffmpeg: (url) => ['ffmpeg', '-v', 'warning', '-i', url, '-f', 's16le', '-ar', '48000', '-ac', '2', '-'],
  GStreamer: (url) => [
    'gst-launch-1.0',
    '-q',
    ...`uridecodebin uri=${url} ! audioconvert ! audioresample`.split(' '),
    ...'! audio/x-raw,format=S16LE,rate=48000,channels=2,layout=interleaved ! fdsink fd=1'.split(' '),
  ],
  VLC: (url) => [
    'vlc',
    ...'-I dummy --no-video --no-dbus --play-and-exit --no-media-library'.split(' '),
    ...'--sout #transcode{acodec=s16l,channels=2,samplerate=48000}:std{access=file,mux=raw,dst=-}'.split(' '),
    url,
  ],
}
/**
 * Lines that are no complaint of the stream: ffmpeg reads the initialisation again with each new playlist, VLC compares the
 * first number with zero, and misses a desktop.
 */
const EXPECTED: Record<PlayerName, RegExp | null> = {
  ffmpeg: /Found duplicated MOOV Atom|Last message repeated/,
  GStreamer: null,
  VLC: /pulse|interface|dummy mux|end of playlist|Changing stream format Unknown -> MP4|discontinuity detected \d+ != 0/,
}
/** VLC refuses to run as root. */
const NOBODY = 65_534

/** Returns the players that this machine lacks. */
export function missingPlayers(): PlayerName[] {
  return PLAYERS.filter((name) => !findCommand(COMMANDS[name]('')[0]))
}

/** A program that plays a playlist of HLS, or a stream, from now on, until that ends. */
export class HlsPlayer {
  readonly name: PlayerName
  readonly #child: ChildProcess
  #bytes = 0
  #complaints: string[] = []

  /** `onSound` is called with what it decoded: samples of 16 bits in stereo at 48 kHz, cut anywhere. */
  constructor(name: PlayerName, url: string, onSound?: (bytes: Buffer) => void) {
    this.name = name
    const [command, ...args] = COMMANDS[name](url)
    const isRoot = process.getuid?.() === 0
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot && name === 'VLC' ? { uid: NOBODY, gid: NOBODY } : {}),
      env: { ...process.env, HOME: '/nonexistent', GST_DEBUG: '1', GST_DEBUG_NO_COLOR: '1' },
    })
    child.stdout.on('data', (bytes: Buffer) => {
      this.#bytes += bytes.length
      onSound?.(bytes)
    })
    createInterface({ input: child.stderr }).on('line', (line) => {
      // VLC breaks some of its lines behind the name of the module.
      const isComplaint =
        line.replace(/^\[[^\]]*\]\s*(\S+ \S+:)?/, '').trim() !== '' && !EXPECTED[name]?.test(line)
      if (isComplaint) this.#complaints = [...this.#complaints, line].slice(-MOST_LINES)
    })
    this.#child = child
  }

  /** Seconds of sound that it has decoded so far. */
  get seconds(): number {
    return this.#bytes / BYTES_PER_SECOND
  }

  /** Resolves when it has ended by itself. */
  async played(): Promise<Played> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close')
    return { seconds: this.seconds, exitCode: this.#child.exitCode, complaints: this.#complaints }
  }

  /** Ends it; idempotent. */
  stop(): void {
    this.#child.kill('SIGKILL')
  }
}
