import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SAMPLE_RATE = 48_000
const CHANNELS = 2
const BYTES_PER_SAMPLE = 2
const HEADER_BYTES = 44

let folder: string | null = null

/** A stereo wav file with a steady tone of this frequency; a whole number of periods, so that it loops cleanly. */
export function toneFile(frequencyHz: number, seconds = 10): string {
  return writeWav(`tone-${frequencyHz}`, seconds, (time) => 0.4 * Math.sin(2 * Math.PI * frequencyHz * time))
}

/**
 * A stereo wav file in which every moment has a sound of its own: the tone rises from `fromHz` by so much each second, so
 * that whoever hears it knows what was played before, and what is missing.
 */
export function risingFile(fromHz: number, hzPerSecond: number, seconds: number): string {
  const cycles = (time: number) => fromHz * time + (hzPerSecond * time ** 2) / 2
  return writeWav(
    `rising-${fromHz}-${hzPerSecond}`,
    seconds,
    (time) => 0.4 * Math.sin(2 * Math.PI * cycles(time)),
  )
}

/** A stereo wav file in which nothing is heard. */
export function silentFile(): string {
  return writeWav('silence', 10, () => 0)
}

/** A stereo wav file in which a tone and silence take turns, for so many seconds each. */
export function gappedFile(frequencyHz: number, seconds: number): string {
  return writeWav(`gapped-${frequencyHz}-${seconds}`, 2 * seconds, (time) =>
    time < seconds ? 0.4 * Math.sin(2 * Math.PI * frequencyHz * time) : 0,
  )
}

/** A stereo wav file with a 20 ms click at the start of each period, over a quiet tone in which a gap is heard. */
export function clickFile(periodSeconds: number): string {
  const wave = (frequencyHz: number, time: number) => Math.sin(2 * Math.PI * frequencyHz * time)
  return writeWav(`clicks-${periodSeconds}`, periodSeconds, (time) =>
    time < 0.02 ? 0.8 * wave(2_000, time) : 0.06 * wave(300, time),
  )
}

/** RIFF WAVE, PCM 16 bit. `sampleAt` gives -1 to 1 for a time in seconds. Gives the path of the file. */
function writeWav(name: string, seconds: number, sampleAt: (time: number) => number): string {
  const samples = Math.round(seconds * SAMPLE_RATE)
  const file = Buffer.alloc(HEADER_BYTES + samples * CHANNELS * BYTES_PER_SAMPLE)
  writeHeader(file)
  for (let sample = 0; sample < samples; sample += 1) {
    const value = Math.round(sampleAt(sample / SAMPLE_RATE) * 32_767)
    const offset = HEADER_BYTES + sample * CHANNELS * BYTES_PER_SAMPLE
    file.writeInt16LE(value, offset)
    file.writeInt16LE(value, offset + BYTES_PER_SAMPLE)
  }
  const path = join(soundFolder(), `${name}.wav`)
  writeFileSync(path, file)
  return path
}

/** One folder for all sounds of this process; it goes with the process. */
function soundFolder(): string {
  if (folder) return folder
  const made = mkdtempSync(join(tmpdir(), 'carillon-sound-'))
  folder = made
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}

function writeHeader(file: Buffer): void {
  const blockBytes = CHANNELS * BYTES_PER_SAMPLE
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16) // bytes of the fmt chunk
  file.writeUInt16LE(1, 20) // PCM
  file.writeUInt16LE(CHANNELS, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * blockBytes, 28)
  file.writeUInt16LE(blockBytes, 32)
  file.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  file.write('data', 36)
  file.writeUInt32LE(file.length - HEADER_BYTES, 40)
}
