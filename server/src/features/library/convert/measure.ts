import { type Measured, OPUS_SAMPLE_RATE } from '@carillon/contract/library/conversion'
import { MAX_ITEM_MINUTES } from '@carillon/contract/library/schemas'
import type { Checked } from '../verify/file-fault.ts'
import { type FfmpegResult, type FfmpegRun, runFfmpeg } from './run-ffmpeg.ts'

/** Stereo at the rate of Opus, whatever the file has. With floats nothing is clipped before its gain is known. */
export const STEREO = `aformat=sample_fmts=fltp:sample_rates=${OPUS_SAMPLE_RATE}:channel_layouts=stereo`
const FRAMES_PER_MICROSECOND = OPUS_SAMPLE_RATE / 1_000_000
/** Packets may stand for a little more than is played of them. */
const LONGEST_MICROSECONDS = (MAX_ITEM_MINUTES * 60 + 0.5) * 1_000_000

const TO_NOWHERE = ['-progress', 'pipe:1', '-f', 'null', '-']

type Source = Pick<FfmpegRun, 'ffmpeg' | 'source'>

/** Looks whether a file is one sound of a length that is taken, without decoding it: an hour takes a second. */
export async function lookAt(source: Source, signal: AbortSignal): Promise<Checked<null>> {
  // V: videos, and not the picture of an album. Its frames are in the progress if there is one.
  const args = ['-map', '0:a:0', '-map', '0:V?', '-c', 'copy', ...TO_NOWHERE]
  const result = await runFfmpeg({ ...source, args, logLevel: 'quiet' }, signal)
  if (result.code !== 0) return { ok: false, error: 'NOT_SOUND' }
  if (/^frame=/m.test(result.output)) return { ok: false, error: 'SEVERAL_STREAMS' }
  if (microsecondsOf(result) > LONGEST_MICROSECONDS) return { ok: false, error: 'TOO_LONG' }
  return { ok: true, value: null }
}

/** Decodes a file and measures it (EBU R 128), as it would sound in the library. */
export async function measure(source: Source, signal: AbortSignal): Promise<Checked<Measured>> {
  const meter = `${STEREO},ebur128=peak=true:framelog=verbose`
  const args = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-af', meter, ...TO_NOWHERE]
  const result = await runFfmpeg({ ...source, args, logLevel: 'info' }, signal)
  // The meter speaks last: whatever the tags of the file say stands before it.
  const summary = result.log.slice(result.log.lastIndexOf('Summary:'))
  const lufs = /\bI: +(-?[\d.]+) LUFS/.exec(summary)?.[1]
  const peak = /\bPeak: +(-?[\d.]+|-inf) dBFS/.exec(summary)?.[1]
  if (result.code !== 0 || !lufs || !peak) return { ok: false, error: 'UNREADABLE' }
  return {
    ok: true,
    value: {
      loudness: Number(lufs),
      peak: peak === '-inf' ? 0 : 10 ** (Number(peak) / 20),
      frames: Math.round(microsecondsOf(result) * FRAMES_PER_MICROSECOND),
    },
  }
}

/** Length of what was written, as the last report of its progress says. */
function microsecondsOf({ output }: FfmpegResult): number {
  const [, last = '0'] = [...output.matchAll(/^out_time_us=(\d+)$/gm)].at(-1) ?? []
  return Number(last)
}
