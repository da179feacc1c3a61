import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Music as far as a meter hears it: pink noise in bars, quiet ones and louder ones, at about -32 LUFS. */
const BARS = 'anoisesrc=c=pink:r=44100:d=12:a=0.12:seed=1,volume=eval=frame:volume=0.25+0.5*mod(floor(t)\\,2)'
const TAGS = ['-metadata', 'title=Ang Huling El Bimbo', '-metadata', 'artist=Eraserheads']

/** Files of a musician's disk: none is Opus, none as loud as the station. `close` removes them. */
export function soundFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-library-'))
  const make = (name: string, source: string, options: readonly string[] = []) => {
    const path = join(folder, name)
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...options, path])
    return path
  }
  const text = join(folder, 'notes.mp3')
  writeFileSync(text, 'This is not a song.')
  return {
    quietWav: () => make('quiet take.wav', BARS),
    taggedMp3: () => make('song.mp3', BARS, ['-b:a', '160k', ...TAGS]),
    hum: () => make('hum.wav', 'sine=f=220:r=44100:d=3'),
    silence: () => make('silence.wav', 'anullsrc=r=44100:d=3'),
    text,
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** Integrated loudness in LUFS and true peak in dB of full scale, as the meter of ffmpeg measures them. */
export function measuredLoudness(bytes: Buffer): { lufs: number; peak: number } {
  const { stderr } = spawnSync('ffmpeg', ['-i', '-', '-af', 'ebur128=peak=true', '-f', 'null', '-'], {
    input: bytes,
    encoding: 'utf8',
  })
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
  const number = (name: RegExp) => Number(name.exec(summary)?.[1])
  return { lufs: number(/I:\s+(-?[\d.]+) LUFS/), peak: number(/Peak:\s+(-?[\d.]+) dBFS/) }
}
