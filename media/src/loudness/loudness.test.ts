import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { IntegratedLoudness } from './integrated-loudness.ts'
import { TruePeak } from './true-peak.ts'

const RATE = 48_000

/** A stereo sound made by ffmpeg, decoded. */
function soundOf(source: string): { left: Float32Array; right: Float32Array } {
  const args = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    source,
    '-ac',
    '2',
    '-ar',
    String(RATE),
    '-f',
    'f32le',
    '-',
  ]
  const { buffer, byteOffset, byteLength } = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 28 })
  const samples = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength))
  return {
    left: samples.filter((_, at) => at % 2 === 0),
    right: samples.filter((_, at) => at % 2 === 1),
  }
}

/** What ffmpeg's meter says of the same sound. */
function judge(source: string): { lufs: number; peakDb: number } {
  const filter = 'aformat=sample_rates=48000:channel_layouts=stereo,ebur128=peak=true'
  const args = ['-hide_banner', '-nostats', '-f', 'lavfi', '-i', source, '-af', filter, '-f', 'null', '-']
  const text = spawnSync('ffmpeg', args, { encoding: 'utf8' }).stderr
  const summary = text.slice(text.lastIndexOf('Summary:'))
  const number = (pattern: RegExp) => Number(pattern.exec(summary)?.[1])
  return { lufs: number(/I:\s+(-?[\d.]+) LUFS/), peakDb: number(/Peak:\s+(-?[\d.]+) dBFS/) }
}

function measure({ left, right }: { left: Float32Array; right: Float32Array }, step = 1_000) {
  const loudness = new IntegratedLoudness()
  const peaks = [new TruePeak(), new TruePeak()] as const
  for (let at = 0; at < left.length; at += step) {
    loudness.push(left.subarray(at, at + step), right.subarray(at, at + step))
    peaks[0].push(left.subarray(at, at + step))
    peaks[1].push(right.subarray(at, at + step))
  }
  return { lufs: loudness.lufs, peakDb: 20 * Math.log10(Math.max(peaks[0].peak, peaks[1].peak)) }
}

const SOUNDS = {
  'a sine of -20 dBFS': 'sine=f=997:d=8,volume=0.8',
  'low and high tones': "aevalsrc='0.3*sin(2*PI*60*t)+0.1*sin(2*PI*9000*t)|0.2*sin(2*PI*440*t)':s=48000:d=8",
  'pink noise': 'anoisesrc=c=pink:d=8:a=0.4:seed=7:r=48000',
  'a loud part and a quiet one': "aevalsrc='if(lt(t,5),0.3,0.004)*sin(2*PI*440*t)':s=48000:d=12",
  'a peak between two samples': "aevalsrc='min(t,1)*0.7*sin(2*PI*12000*t+PI/4)':s=48000:d=4",
  'beeps and silence': "aevalsrc='if(lt(mod(t,2),0.5),0.5,0)*sin(2*PI*880*t)':s=48000:d=10",
}

describe.each(Object.entries(SOUNDS))('%s', (_, source) => {
  it('[LB10] is as loud as the meter of ffmpeg says, and has its true peak', () => {
    const [own, judged] = [measure(soundOf(source)), judge(source)]
    expect(Math.abs(own.lufs - judged.lufs)).toBeLessThan(0.11)
    expect(Math.abs(own.peakDb - judged.peakDb)).toBeLessThan(0.25)
  })
})

it('[LB10] wherever it is cut, it is as loud', () => {
  const sound = soundOf(SOUNDS['pink noise'])
  const whole = measure(sound, sound.left.length)
  for (const step of [7, 4_799, 4_801, 100_000]) {
    const { lufs, peakDb } = measure(sound, step)
    expect(lufs).toBeCloseTo(whole.lufs, 9)
    expect(peakDb).toBe(whole.peakDb)
  }
})

it('[LB10] silence, and nothing, have no loudness', () => {
  const silence = new Float32Array(RATE)
  expect(measure({ left: silence, right: silence })).toEqual({
    lufs: Number.NEGATIVE_INFINITY,
    peakDb: Number.NEGATIVE_INFINITY,
  })
  expect(new IntegratedLoudness().lufs).toBe(Number.NEGATIVE_INFINITY)
})
