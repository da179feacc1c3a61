import { open } from 'node:fs/promises'
import {
  BED_FADE_MS,
  gainOf,
  type Measured,
  OPUS_BITRATE,
  OPUS_SAMPLE_RATE,
  refusalOf,
} from '@carillon/contract/library/conversion'
import { type LibraryItem, MAX_LIBRARY_BYTES } from '@carillon/contract/library/schemas'
import type { Checked } from '../verify/file-fault.ts'
import { lookAt, measure, STEREO } from './measure.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

/** A file of any sound, and where its Ogg Opus goes. */
export type ConvertJob = { source: string; target: string; kind: LibraryItem['kind'] }

type Tools = {
  ffmpeg: string
  /** Throws NO_ROOM when a file of this many bytes has none. */
  requireRoom(bytes: number): Promise<void>
  signal: AbortSignal
}

/** A variable bitrate takes more than its mean now and then. */
const SPARE = 1.5
const CODEC = [
  ...['-c:a', 'libopus', '-b:a', String(OPUS_BITRATE), '-vbr', 'on', '-application', 'audio'],
  ...['-frame_duration', '20', '-map_metadata', '-1', '-map_chapters', '-1'],
  ...['-fs', String(MAX_LIBRARY_BYTES), '-f', 'ogg', 'pipe:1'],
]

/** Makes Ogg Opus of a file, at -16 LUFS or as near as its peaks allow, as the page does where a browser can. */
export async function convertFile(
  { source, target, kind }: ConvertJob,
  { ffmpeg, requireRoom, signal }: Tools,
): Promise<Checked<null>> {
  const looked = await lookAt({ ffmpeg, source }, signal)
  if (!looked.ok) return looked
  const measured = await measure({ ffmpeg, source }, signal)
  if (!measured.ok) return measured
  const error = refusalOf(measured.value)
  if (error) return { ok: false, error }
  const bytes = (secondsOf(measured.value) * OPUS_BITRATE * SPARE) / 8
  await requireRoom(bytes)
  const filters = filtersOf(measured.value, kind)
  const args = ['-map', '0:a:0', '-vn', '-sn', '-dn', '-af', filters, ...CODEC]
  const output = await open(target, 'wx', 0o600)
  try {
    const run = { ffmpeg, source, args, logLevel: 'quiet', output: output.fd } as const
    const { code } = await runFfmpeg(run, signal)
    if (code === 0) return { ok: true, value: null }
  } finally {
    await output.close()
  }
  // It was decoded a while ago: the fault is on this side.
  await requireRoom(bytes)
  throw new Error('ffmpeg made no Opus of an upload')
}

function filtersOf(measured: Measured, kind: LibraryItem['kind']): string {
  const louder = [STEREO, `volume=${gainOf(measured)}`]
  if (kind !== 'BED') return louder.join()
  const fade = BED_FADE_MS / 1_000
  const end = Math.max(0, secondsOf(measured) - fade)
  return [
    ...louder,
    `afade=type=in:duration=${fade}`,
    `afade=type=out:start_time=${end}:duration=${fade}`,
  ].join()
}

function secondsOf({ frames }: Measured): number {
  return frames / OPUS_SAMPLE_RATE
}
