import { beforeEach, describe, expect, it } from 'vitest'
import { IngestWatch, UNACKNOWLEDGED_LIMIT_MS } from './ingest-watch.ts'
import { createFakeTimers, type FakeTimers } from './testing.ts'

let timers: FakeTimers
let watch: IngestWatch
let reported: (number | null)[]

beforeEach(() => {
  timers = createFakeTimers()
  reported = []
  watch = new IngestWatch(timers, (since) => reported.push(since))
  watch.open()
})

describe('what the station acknowledges', () => {
  it('[DJ47] an open connection without an acknowledgement raises the alarm after 2.5 s, counted from its beginning', () => {
    timers.advance(UNACKNOWLEDGED_LIMIT_MS - 1)
    expect(reported).toEqual([])
    timers.advance(1)
    expect(reported).toEqual([0])
  })

  it('[DJ47] no alarm while more arrives every second; the alarm counts from the last of it', () => {
    for (let second = 1; second <= 5; second += 1) {
      timers.advance(1_000)
      watch.acknowledge(second * 50)
    }
    timers.advance(UNACKNOWLEDGED_LIMIT_MS)
    expect(reported).toEqual([5_000])
    watch.acknowledge(300)
    expect(reported).toEqual([5_000, null])
  })

  it('[DJ48] an acknowledgement that stalls, or comes out of order, is none', () => {
    watch.acknowledge(50)
    for (const late of [50, 49, 0, -1]) {
      timers.advance(800)
      watch.acknowledge(late)
    }
    expect(reported).toEqual([0])
  })

  it('[DJ501] an acknowledgement of more than can have been sent is none, and hides no later one', () => {
    timers.advance(2_000)
    watch.acknowledge(1_000_000)
    timers.advance(499)
    watch.acknowledge(125)
    expect(reported).toEqual([])
    timers.advance(UNACKNOWLEDGED_LIMIT_MS)
    watch.acknowledge(Number.MAX_SAFE_INTEGER)
    expect(reported).toEqual([2_499])
  })

  it('[DJ501] what counts as too much grows with the connection, not with the show', () => {
    timers.advance(60_000)
    watch.lose()
    watch.open()
    watch.acknowledge(20_000)
    expect(reported).toEqual([0])
    watch.acknowledge(10)
    expect(reported).toEqual([0, null])
  })

  it('[DJ48] a new connection counts from zero, and the alarm lasts until its first packet has arrived', () => {
    watch.acknowledge(400)
    timers.advance(1_000)
    watch.lose()
    expect(reported).toEqual([0])
    watch.open()
    timers.advance(500)
    watch.acknowledge(0)
    expect(reported).toEqual([0])
    watch.acknowledge(12)
    expect(reported).toEqual([0, null])
  })

  it('[DJ47] a network that is gone is reported at once, and only once', () => {
    watch.acknowledge(50)
    watch.lose()
    watch.lose()
    timers.advance(60_000)
    expect(reported).toEqual([0])
  })

  it('[DJ47] nothing is reported after the end', () => {
    watch.close()
    expect(timers.pending()).toBe(0)
  })
})
