import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Complaints of the reference readers about a whole stream: none, when they are installed. */
export function complaints(bytes: Uint8Array): Promise<string[]> {
  return withFile(bytes, (path) =>
    [
      ['opusinfo', path],
      ['oggz-validate', path],
      ['ffprobe', '-v', 'warning', path],
    ].flatMap(([judge = '', ...rest]) => {
      const isComplaint = (line: string) =>
        judge === 'ffprobe' || /warn|error|hole|missing|gap|negative/i.test(line)
      return said(judge, rest)
        .filter(isComplaint)
        .map((line) => `${judge}: ${line}`)
    }),
  )
}

/** Length of a stream in seconds, by each reference reader that is installed. */
export function durationsOf(bytes: Uint8Array): Promise<number[]> {
  return withFile(bytes, (path) => {
    const entries = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
    const [ffprobe] = said('ffprobe', entries).map(Number)
    const [opusinfo] = said('opusinfo', [path]).flatMap((line) => {
      const [, minutes, seconds] = /Playback length: (\d+)m:([\d.]+)s/.exec(line) ?? []
      return seconds === undefined ? [] : [Number(minutes) * 60 + Number(seconds)]
    })
    return [ffprobe, opusinfo].filter((each) => each !== undefined)
  })
}

async function withFile<T>(bytes: Uint8Array, judge: (path: string) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'heard-'))
  const path = join(folder, 'heard.ogg')
  await writeFile(path, bytes)
  const judged = judge(path)
  await rm(folder, { recursive: true })
  return judged
}

function said(judge: string, rest: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(judge, rest, { encoding: 'utf8' })
  return `${stdout ?? ''}${stderr ?? ''}`.split('\n').filter((line) => line.trim())
}
