import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { OutputLease } from './output-lease.ts'
import type { Leases } from './ports.ts'
import { createLeases } from './testing.ts'

const SURE_AFTER = 8

/** One instance and its mount; `step` lets it ask, and takes its answer. */
function open(id: string, leases: Leases | null) {
  const clock = { ms: 0 }
  const icecast = { isUp: true }
  const self = leases && { id, url: () => `http://${id}`, key: 'key', leases }
  let feeds = false
  const lease = new OutputLease({ self, flows: () => feeds && icecast.isUp, now: () => clock.ms })
  const mount = lease.enter(async (next) => {
    feeds = next
  })
  const step = async (lostMs = 0) => {
    lease.tick({ lostMs })
    await turn()
  }
  const setLeads = async (leads: boolean) => {
    mount.setLeads(leads)
    await turn()
  }
  return { lease, mount, clock, icecast, step, setLeads, feeds: () => feeds }
}

it('[IC16] a single instance feeds what it leads', async () => {
  const { lease, mount, feeds } = open('only', null)
  expect(feeds()).toBe(false)
  mount.setLeads(true)
  expect([feeds(), lease.isSure]).toEqual([true, true])
  mount.setLeads(false)
  expect(feeds()).toBe(false)
})

it('[IC16] the first that leads feeds, whoever leads then, until its mount is closed', async () => {
  const { leases } = createLeases()
  const [first, second] = [open('first', leases), open('second', leases)]
  await first.setLeads(true)
  await second.step()
  expect([first.feeds(), second.feeds()]).toEqual([true, false])

  await second.setLeads(true)
  await first.setLeads(false)
  for (const each of [second, first]) await each.step()
  expect([first.feeds(), second.feeds()]).toEqual([true, false])

  await first.mount.leave()
  await second.step()
  expect(second.feeds()).toBe(true)
})

it('[IC16] a mount that opens where another one closes is fed by the same instance', async () => {
  const { leases } = createLeases()
  const [first, second] = [open('first', leases), open('second', leases)]
  await first.setLeads(true)
  let feedsNext = false
  first.lease.enter(async (feeds) => {
    feedsNext = feeds
  })
  expect(feedsNext).toBe(true)
  await first.mount.leave()
  await second.setLeads(true)
  await first.step()
  expect([feedsNext, second.feeds()]).toEqual([true, false])
})

it('[IC16] who has not reached for 5 s the one that leads leaves Icecast to it', async () => {
  const { state, leases } = createLeases()
  const [first, second] = [open('first', leases), open('second', leases)]
  await first.setLeads(true)
  await second.setLeads(true)
  await first.setLeads(false)
  await first.step(5_000)
  state.isAway = true
  await first.step(0)
  await first.step(5_001)
  expect(first.feeds()).toBe(true)
  state.isAway = false
  await first.step(0)
  await first.step(5_001)
  await second.step()
  expect([first.feeds(), second.feeds()]).toEqual([false, true])
})

it('[IC16] who has not got its sound to Icecast for 10 s leaves it to the one that leads', async () => {
  const { leases } = createLeases()
  const [first, second] = [open('first', leases), open('second', leases)]
  await first.setLeads(true)
  await second.setLeads(true)
  await first.setLeads(false)
  await first.step()
  first.icecast.isUp = false
  for (const ms of [10_000, 10_001]) {
    expect(first.feeds()).toBe(true)
    first.clock.ms = ms
    await first.step()
  }
  await second.step()
  expect([first.feeds(), second.feeds()]).toEqual([false, true])
})

it('[IC16] an answer to what was asked before the lease was given back is none', async () => {
  const { held, leases } = createLeases()
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow: Leases = {
    ...leases,
    claim: async (id, bid) => {
      const holder = await leases.claim(id, bid)
      await promise
      return holder
    },
  }
  const { lease, mount } = open('first', slow)
  mount.setLeads(true)
  await mount.leave()
  let feedsNext = false
  lease.enter(async (feeds) => {
    feedsNext = feeds
  })
  resolve()
  await turn()
  expect(feedsNext).toBe(false)
  await expect.poll(() => held.size).toBe(0)
})

it('[IC16] an answer that comes when nothing sounds any more keeps the lease from nobody', async () => {
  const { held, leases } = createLeases()
  const { mount } = open('first', leases)
  mount.setLeads(true)
  await mount.leave()
  await expect.poll(() => held.size).toBe(0)
})

it('[IC17] while Redis is away who feeds goes on, and has the lease again whoever asks first', async () => {
  const { held, state, leases } = createLeases()
  const [first, second] = [open('first', leases), open('second', leases)]
  await first.setLeads(true)
  expect(first.lease.isSure).toBe(false)
  for (let answers = 1; answers < SURE_AFTER; answers++) await first.step()
  await second.setLeads(true)
  await first.setLeads(false)
  expect([first.lease.isSure, second.lease.isSure]).toEqual([true, false])

  state.isAway = true
  held.clear()
  for (const each of [first, second]) await each.step()
  expect([first.feeds(), second.feeds()]).toEqual([true, false])
  expect(first.lease.isSure).toBe(false)

  state.isAway = false
  for (const each of [second, first, second]) await each.step()
  expect([first.feeds(), second.feeds()]).toEqual([true, false])
  expect([first.lease.isSure, second.lease.isSure]).toEqual([true, false])
})

it('[IC17] while Redis is away who leads feeds when no other one was known to for 10 s', async () => {
  const { state, leases } = createLeases()
  const [first, second] = [open('first', leases), open('second', leases)]
  await first.setLeads(true)
  await second.setLeads(true)
  state.isAway = true
  second.clock.ms = 10_000
  await second.step()
  expect(second.feeds()).toBe(false)
  second.clock.ms = 10_001
  await second.step()
  expect([second.feeds(), second.lease.isSure]).toEqual([true, false])

  const third = open('third', leases)
  await third.step()
  expect(third.feeds()).toBe(false)
  await third.setLeads(true)
  expect(third.feeds()).toBe(true)
})
