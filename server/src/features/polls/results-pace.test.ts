import { describe, expect, it } from 'vitest'
import { RESULTS_INTERVAL_MS, ResultsPace } from './results-pace.ts'

/** A second that passes when the test says so. */
function createHand() {
  const published: number[] = []
  const waits: { ms: number; pass: () => void }[] = []
  const errors: unknown[] = []
  const failures: Error[] = []
  const pace = new ResultsPace({
    async publishEvent(pollId) {
      const failure = failures.pop()
      if (failure) throw failure
      published.push(pollId)
    },
    onError: (error) => errors.push(error),
    wait: (ms, signal) =>
      new Promise((pass) => {
        waits.push({ ms, pass })
        signal.addEventListener('abort', () => pass())
      }),
  })
  const settle = () => new Promise(setImmediate)
  const passSecond = async () => {
    for (const { pass } of waits.splice(0)) pass()
    await settle()
  }
  return { pace, published, waits, errors, failures, settle, passSecond }
}

describe('how often results are told', () => {
  it('[PO8] the first vote is told at once, all others of that second together at its end', async () => {
    const { pace, published, waits, settle, passSecond } = createHand()
    for (let votes = 0; votes < 50; votes++) pace.changed(4)
    await settle()
    expect(published).toEqual([4])
    expect(waits.map(({ ms }) => ms)).toEqual([RESULTS_INTERVAL_MS])
    for (let votes = 0; votes < 50; votes++) pace.changed(4)
    await settle()
    expect(published).toEqual([4])
    await passSecond()
    expect(published).toEqual([4, 4])
  })

  it('[PO8] the last vote is always told, and silence after it tells nothing', async () => {
    const { pace, published, waits, settle, passSecond } = createHand()
    pace.changed(4)
    await settle()
    pace.changed(4)
    await passSecond()
    await passSecond()
    await passSecond()
    expect(published).toEqual([4, 4])
    expect(waits).toEqual([])
    pace.changed(4)
    await settle()
    expect(published).toEqual([4, 4, 4])
  })

  it('[PO8] each poll has its own second', async () => {
    const { pace, published, settle } = createHand()
    pace.changed(4)
    pace.changed(5)
    await settle()
    expect(published).toEqual([4, 5])
  })

  it('[PO8] what could not be told is tried again a second later', async () => {
    const { pace, published, errors, failures, settle, passSecond } = createHand()
    failures.push(new Error('away'))
    pace.changed(4)
    await settle()
    expect(published).toEqual([])
    expect(errors).toHaveLength(1)
    await passSecond()
    expect(published).toEqual([4])
  })

  it('[PO8] nothing is told after the close', async () => {
    const { pace, published, settle, passSecond } = createHand()
    pace.changed(4)
    await settle()
    pace.changed(4)
    pace.close()
    pace.changed(4)
    await passSecond()
    expect(published).toEqual([4])
  })
})
