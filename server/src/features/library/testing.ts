import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Sources of sound for ffmpeg: pleasant ones, at about -16 LUFS unless they say otherwise. */
export const TONE = (seconds: number, frequency = 440) =>
  `aevalsrc='0.15*sin(2*PI*${frequency}*t)+0.07*sin(2*PI*${frequency * 3}*t)':s=48000:d=${seconds}`

/** An Ogg Opus file as ffmpeg makes it; `options` stand before the name of the output. */
export function opusFile(source: string, options: readonly string[] = []): Buffer {
  return made([...sound(source), '-c:a', 'libopus', '-b:a', '64k', ...options], 'ogg')
}

/** The same with these tags, however long. */
export function taggedFile(source: string, tags: Record<string, string>): Buffer {
  const lines = Object.entries(tags).map(([name, text]) => `${name}=${text}\n`)
  return inFolder((folder) => {
    const metadata = join(folder, 'tags.txt')
    writeFileSync(metadata, [';FFMETADATA1\n', ...lines].join(''))
    return make(folder, [...sound(source), '-i', metadata, '-map_metadata', '1', '-c:a', 'libopus'], 'ogg')
  })
}

/** A file of another kind, by the ending of its name. */
export function otherFile(source: string, ending: string, options: readonly string[] = []): Buffer {
  return made([...sound(source), ...options], ending)
}

const sound = (source: string) => ['-f', 'lavfi', '-i', source]

const made = (args: readonly string[], ending: string) => inFolder((folder) => make(folder, args, ending))

function make(folder: string, args: readonly string[], ending: string): Buffer {
  const path = join(folder, `made.${ending}`)
  execFileSync('ffmpeg', ['-v', 'error', ...args, path])
  return readFileSync(path)
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'library-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
