import { describe, expect, it } from 'vitest'
import { SILENT_BELOW, type SilenceStep, SilenceWatch } from './silence-watch.ts'

const quiet = SILENT_BELOW * 0.99
const loud = SILENT_BELOW

/** The steps, each with the tenth of a second in which it came. */
function stepsOf(levels: readonly number[], watch = new SilenceWatch()): [number, SilenceStep][] {
  return levels.flatMap((level, index) => {
    const step = watch.push(level)
    return step ? [[index + 1, step] as [number, SilenceStep]] : []
  })
}

const blocks = (count: number, level: number) => Array<number>(count).fill(level)

describe('silence', () => {
  it('[GU2] is told after 5 s, as dead air after 20 s, each once', () => {
    expect(stepsOf(blocks(3_000, quiet))).toEqual([
      [50, 'SILENCE'],
      [200, 'DEAD_AIR'],
    ])
  })

  it('[GU6] is dead air from 20 s on until it sounds again', () => {
    const watch = new SilenceWatch()
    const isDeadAfter = (count: number, level: number) => {
      stepsOf(blocks(count, level), watch)
      return watch.isDeadAir
    }
    expect([
      isDeadAfter(199, quiet),
      isDeadAfter(1, quiet),
      isDeadAfter(2, loud),
      isDeadAfter(1, loud),
    ]).toEqual([false, true, true, false])
  })

  it('[GU2] begins below -50 dBFS', () => {
    expect(stepsOf(blocks(1_000, loud))).toEqual([])
    expect(20 * Math.log10(SILENT_BELOW)).toBeCloseTo(-50)
  })

  it('[GU2] is over after 0.3 s of sound, and counts anew', () => {
    const levels = [
      ...blocks(60, 0),
      ...blocks(3, loud),
      ...blocks(49, 0),
      ...blocks(3, loud),
      ...blocks(50, 0),
    ]
    expect(stepsOf(levels)).toEqual([
      [50, 'SILENCE'],
      [63, 'SOUND_BACK'],
      [165, 'SILENCE'],
    ])
  })

  it('[GU2] goes on through a click', () => {
    const clicking = Array.from({ length: 250 }, (_, index) => (index % 10 < 2 ? 1 : 0))
    expect(stepsOf(clicking).map(([, step]) => step)).toEqual(['SILENCE', 'DEAD_AIR'])
  })

  it('[GU2] that was too short to be told ends without a word', () => {
    expect(stepsOf([...blocks(49, 0), ...blocks(100, loud), ...blocks(49, 0), ...blocks(3, loud)])).toEqual(
      [],
    )
  })

  it('[GU2] is told in whole seconds', () => {
    const watch = new SilenceWatch()
    stepsOf(blocks(79, 0), watch)
    expect(watch.silentSeconds).toBe(7)
    stepsOf(blocks(3, loud), watch)
    expect(watch.silentSeconds).toBe(0)
  })
})
