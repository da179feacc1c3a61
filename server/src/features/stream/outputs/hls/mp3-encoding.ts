import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { concatBytes } from '@carillon/media/bytes'
import { initSegment } from '@carillon/media/cmaf/init-segment'
import { framesIn, SAMPLES_PER_FRAME } from '@carillon/media/mp3/frames'
import { framesBetween, packedAudio } from '@carillon/media/mp3/packed-audio'
import { MP3_CODEC } from '../mp3/encoder-process.ts'
import type { Segment } from './segment.ts'

/** Frames before the first one of a segment that are encoded and left out: decoder and encoder are as if they never began. */
const WARM_UP_FRAMES = 10
/**
 * The encoder looks at what comes after a frame, and nothing is there yet behind a segment: its frames sound this much
 * later than their place says.
 */
const LATE_SAMPLES = 3 * SAMPLES_PER_FRAME
/** Encoding takes about 0.1 s. */
export const ENCODING_LIMIT_MS = 10_000
/** Each sample is decoded as it stands: what players leave out at the beginning is none of this. */
const INIT = initSegment(0)

/**
 * A segment of HLS once more as MP3 (packed audio), from its Opus and the end of the segment before it, so that the
 * border is not audible. The same bytes for the same segments and the same ffmpeg. Rejects when ffmpeg fails.
 */
export async function encodeAsMp3(ffmpeg: string, segment: Segment, before: Segment | undefined) {
  const { startInSamples, first, count } = mp3SpanOf(segment)
  const decodedFrom = startInSamples - (before?.durationInSamples ?? 0)
  const encodedFrom = (first - WARM_UP_FRAMES) * SAMPLES_PER_FRAME - LATE_SAMPLES
  const bytes = await run(ffmpeg, from(encodedFrom - decodedFrom), [
    INIT,
    ...(before ? [before.bytes] : []),
    segment.bytes,
  ])
  const frames = framesIn(bytes).frames.slice(WARM_UP_FRAMES, WARM_UP_FRAMES + count)
  if (frames.length < count) throw new Error(`ffmpeg made ${frames.length} of ${count} frames`)
  return packedAudio(first, frames)
}

/** Frames of a segment as MP3, and where it begins, in samples from the beginning of its run. */
export function mp3SpanOf({ endInSamples, durationInSamples }: Omit<Segment, 'bytes'>) {
  const startInSamples = endInSamples - durationInSamples
  return { startInSamples, ...framesBetween(startInSamples, endInSamples) }
}

/** Filter that leaves out so many samples, or puts silence before them. */
function from(samples: number): string {
  return samples < 0 ? `adelay=delays=${-samples}S:all=1` : `atrim=start_sample=${samples}`
}

async function run(ffmpeg: string, filter: string, input: Uint8Array[]): Promise<Uint8Array> {
  const child = spawn(
    ffmpeg,
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-threads', '1', '-f', 'mp4', '-i', 'pipe:0'],
      ...['-map', '0:a:0', '-af', filter, ...MP3_CODEC, 'pipe:1'],
    ],
    { stdio: ['pipe', 'pipe', 'ignore'], env: {}, timeout: ENCODING_LIMIT_MS, killSignal: 'SIGKILL' },
  )
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.on('error', reject)
  child.on('close', (code, signal) =>
    code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${signal ?? code}`)),
  )
  // Where no descriptor is left, Node makes no pipes and only emits an error.
  child.stdin?.on('error', () => undefined) // it is gone, and its exit says so
  child.stdin?.end(concatBytes(input))
  const [bytes] = await Promise.all([child.stdout ? buffer(child.stdout) : Buffer.alloc(0), promise])
  return bytes
}
