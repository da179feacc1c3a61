import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A stream that is listened to has no end: the only thing a judge may say about it. */
const MISSING_END = /missing \*\*\* eos|EOS not set/i

/** One name in every run: judges repeat it, and a folder of a random name may spell one of the words looked for. */
const FILE = 'heard.ogg'

/** Everything that ffprobe, opusinfo and oggz-validate have to say about these bytes but a missing end of stream. */
export function complaintsAbout(bytes: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-judge-'))
  writeFileSync(join(folder, FILE), bytes)
  try {
    return [...ffprobe(folder), ...ffmpeg(folder), ...opusinfo(folder), ...oggzValidate(folder)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ffprobe(cwd: string): string[] {
  const { stdout, stderr } = spawnSync('ffprobe', ['-v', 'warning', '-show_streams', '-of', 'json', FILE], {
    encoding: 'utf8',
    cwd,
  })
  const { streams = [] } = JSON.parse(stdout || '{}')
  const shape = streams.map((stream: { codec_name: string; channels: number }) => [
    stream.codec_name,
    stream.channels,
  ])
  const isOne = JSON.stringify(shape) === JSON.stringify([['opus', 2]])
  return [...lines('ffprobe', stderr), ...(isOne ? [] : [`ffprobe: streams are ${JSON.stringify(shape)}`])]
}

function ffmpeg(cwd: string): string[] {
  const { stderr } = spawnSync('ffmpeg', ['-v', 'warning', '-i', FILE, '-f', 'null', '-'], {
    encoding: 'utf8',
    cwd,
  })
  return lines('ffmpeg', stderr)
}

function opusinfo(cwd: string): string[] {
  const { stdout, stderr } = spawnSync('opusinfo', [FILE], { encoding: 'utf8', cwd })
  return lines('opusinfo', stdout + stderr).filter((line) =>
    /warning|error|invalid|negative|hole|gap/i.test(line),
  )
}

function oggzValidate(cwd: string): string[] {
  const { stdout, stderr } = spawnSync('oggz-validate', [FILE], { encoding: 'utf8', cwd })
  return lines('oggz-validate', stdout + stderr).filter((line) => !line.includes(FILE))
}

function lines(judge: string, text: string): string[] {
  const said = text.split('\n').filter((line) => line.trim() !== '' && !MISSING_END.test(line))
  return said.map((line) => `${judge}: ${line.trim()}`)
}
