import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Two of the files that play between shows. */
const SECONDS = 24
const run = promisify(execFile)

/** Integrated loudness of the next seconds of a stream, in LUFS, as the meter of ffmpeg measures it (EBU R128). */
export async function loudnessOf(url: string): Promise<number> {
  const { stderr } = await run('ffmpeg', [
    ...['-t', String(SECONDS), '-i', url],
    ...['-af', 'ebur128', '-f', 'null', '-'],
  ])
  const [, lufs] = /I:\s+(-?[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary:'))) ?? []
  if (!lufs) throw new Error(`no loudness in: ${stderr.slice(-300)}`)
  return Number(lufs)
}
