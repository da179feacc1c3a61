import { expect, it } from 'vitest'
import type { SourceEvent } from '../ports.ts'
import { SourceWatch } from './source-watch.ts'

const NOW = Date.parse('2026-11-20T01:00:00Z')

function createWatch(record: (event: SourceEvent) => Promise<unknown> = async () => undefined) {
  const reported: string[] = []
  const clock = { nowMs: NOW, now: () => clock.nowMs }
  const feed = { isRecovering: false, silentForMs: 0, hasReceived: true }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const recordSource = async (event: SourceEvent) => {
    await record(event)
    reported.push(`${event.type} ${(event.at.getTime() - NOW) / 1_000}`)
    return reported.filter((text) => text.startsWith('SOURCE_LOST')).length
  }
  const watch = new SourceWatch({ clock, log, recordSource })
  const at = (seconds: number, silentForMs: number) => {
    clock.nowMs = NOW + seconds * 1_000
    Object.assign(feed, { silentForMs, isRecovering: silentForMs > 2_000 })
    watch.check({ broadcastId: 7, feed } as Parameters<SourceWatch['check']>[0])
  }
  return { watch, reported, at, feed }
}

it('[AN18] a source that is lost and comes back is told once each, lost since its last sound', async () => {
  const { watch, reported, at } = createWatch()
  at(1, 0)
  at(10, 3_000)
  at(11, 4_000)
  at(20, 100)
  at(21, 100)
  await watch.settled()
  expect(reported).toEqual(['SOURCE_RECOVERED 1', 'SOURCE_LOST 7', 'SOURCE_RECOVERED 20'])
})

it('[ST102] each time that the sound was lost is a gap of the recording, until the show is over', async () => {
  const { watch, at } = createWatch()
  for (const [seconds, silentForMs] of [
    [1, 0],
    [10, 3_000],
    [11, 4_000],
    [20, 100],
    [30, 5_000],
  ] as const)
    at(seconds, silentForMs)
  await watch.settled()
  expect(watch.gapsOf(7)).toBe(2)
  watch.forget(7)
  expect(watch.gapsOf(7)).toBe(0)
})

it('[AN18] what could not be noted is told again', async () => {
  let isAway = true
  const { watch, reported, at } = createWatch(async () => {
    if (isAway) throw new Error('The database is away')
  })
  at(10, 3_000)
  await watch.settled()
  isAway = false
  at(11, 4_000)
  await watch.settled()
  expect(reported).toEqual(['SOURCE_LOST 7'])
})

it('[IN11] that a source came back is said only once it was heard here', async () => {
  const { watch, reported, at, feed } = createWatch()
  feed.hasReceived = false
  at(1, 1_000)
  at(3, 3_000)
  at(4, 500)
  feed.hasReceived = true
  at(5, 100)
  await watch.settled()
  expect(reported).toEqual(['SOURCE_LOST 0', 'SOURCE_RECOVERED 5'])
})
