import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { MAX_ITEM_MINUTES } from '@carillon/contract/library/schemas'

/** A little more than an item may last, in seconds: what is longer is noticed, and not read to its end. */
const READ_SECONDS = MAX_ITEM_MINUTES * 60 + 1
/** Enough for what ffmpeg says at its end; what comes before may be as long as the tags of the file. */
const TAIL_CHARACTERS = 4_096
/** One block of memory, such as a picture or the index of a file. */
const MAX_ALLOCATED_BYTES = 128 * 1024 * 1024

/** Formats of sound. No playlist, and none that names another file or an address. */
const FORMATS = 'aac,aiff,caf,flac,matroska,mov,mp3,ogg,w64,wav'
/** Codecs of sound: pictures and videos are not decoded. */
const CODECS = [
  ...['aac', 'alac', 'flac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'adpcm_ima_wav', 'adpcm_ms'],
  ...['pcm_u8', 'pcm_s8', 'pcm_alaw', 'pcm_mulaw'],
  ...['s16', 's24', 's32', 'f32', 'f64'].flatMap((sample) => [`pcm_${sample}le`, `pcm_${sample}be`]),
].join(',')

/** The file may be anything: nothing but this file is opened, and only as what is meant. */
const READ_SAFELY = [
  ...['-protocol_whitelist', 'file', '-format_whitelist', FORMATS, '-codec_whitelist', CODECS],
  ...['-max_alloc', String(MAX_ALLOCATED_BYTES), '-threads', '1', '-t', String(READ_SECONDS)],
]

/** A run of ffmpeg on one file. `output` is a descriptor to write to; without it, the end of the output is kept. */
export type FfmpegRun = {
  ffmpeg: string
  source: string
  args: readonly string[]
  logLevel: 'quiet' | 'info'
  output?: number
}

/** The end of a run: its exit code, null when it was killed, and the ends of its output and its log. */
export type FfmpegResult = { code: number | null; output: string; log: string }

/** Runs ffmpeg to its end, or kills it. Rejects with the signal's reason, once it is gone, or when it cannot be started. */
export async function runFfmpeg(run: FfmpegRun, signal: AbortSignal): Promise<FfmpegResult> {
  signal.throwIfAborted()
  const child = spawn(
    run.ffmpeg,
    [
      ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', run.logLevel, '-filter_threads', '1'],
      ...[...READ_SAFELY, '-i', `file:${run.source}`, ...run.args],
    ],
    { stdio: ['ignore', run.output ?? 'pipe', 'pipe'], env: {}, signal, killSignal: 'SIGKILL' },
  )
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  // One that was killed emits an error as well, before it is gone.
  child.on('error', (error) => child.pid === undefined && reject(error))
  child.on('close', resolve)
  const [output, log] = [tailOf(child.stdout), tailOf(child.stderr)]
  const code = await promise
  signal.throwIfAborted()
  return { code, output: output(), log: log() }
}

/** Reads a stream to its end and keeps the last of it. Where no descriptor is left, there is no stream. */
function tailOf(stream: Readable | null): () => string {
  let tail = ''
  stream?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL_CHARACTERS)
  })
  return () => tail
}
