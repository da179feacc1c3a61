import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A stream that is listened to has no end: the only thing a judge may say about it. */
const MISSING_END = /missing \*\*\* eos|EOS not set/i

/** Everything that ffprobe, opusinfo and oggz-validate have to say about these bytes but a missing end of stream. */
export function complaintsAbout(bytes: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-judge-'))
  const path = join(folder, 'heard.ogg')
  writeFileSync(path, bytes)
  try {
    return [...ffprobe(path), ...ffmpeg(path), ...opusinfo(path), ...oggzValidate(path)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function ffprobe(path: string): string[] {
  const { stdout, stderr } = spawnSync('ffprobe', ['-v', 'warning', '-show_streams', '-of', 'json', path], {
    encoding: 'utf8',
  })
  const { streams = [] } = JSON.parse(stdout || '{}')
  const shape = streams.map((stream: { codec_name: string; channels: number }) => [
    stream.codec_name,
    stream.channels,
  ])
  const isOne = JSON.stringify(shape) === JSON.stringify([['opus', 2]])
  return [...lines('ffprobe', stderr), ...(isOne ? [] : [`ffprobe: streams are ${JSON.stringify(shape)}`])]
}

function ffmpeg(path: string): string[] {
  const { stderr } = spawnSync('ffmpeg', ['-v', 'warning', '-i', path, '-f', 'null', '-'], {
    encoding: 'utf8',
  })
  return lines('ffmpeg', stderr)
}

function opusinfo(path: string): string[] {
  const { stdout, stderr } = spawnSync('opusinfo', [path], { encoding: 'utf8' })
  return lines('opusinfo', stdout + stderr).filter((line) =>
    /warning|error|invalid|negative|hole|gap/i.test(line),
  )
}

function oggzValidate(path: string): string[] {
  const { stdout, stderr } = spawnSync('oggz-validate', [path], { encoding: 'utf8' })
  return lines('oggz-validate', stdout + stderr).filter((line) => !line.includes(path))
}

function lines(judge: string, text: string): string[] {
  const said = text.split('\n').filter((line) => line.trim() !== '' && !MISSING_END.test(line))
  return said.map((line) => `${judge}: ${line.trim()}`)
}
