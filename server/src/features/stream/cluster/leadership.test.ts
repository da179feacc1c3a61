import { expect, it, onTestFinished } from 'vitest'
import type { Source } from '../sources/source.ts'
import { createStream, dj, liveBroadcast } from '../testing.ts'
import type { Leases } from './ports.ts'
import { createLeases } from './testing.ts'

/** One instance with the live broadcast open; nobody can reach it. */
async function open(id: string, leases: Leases) {
  const clock = { aheadMs: 0 }
  const created = await createStream({
    now: () => performance.now() + clock.aheadMs,
    instances: { id, url: () => 'http://127.0.0.1:1', key: 'key', leases },
  })
  onTestFinished(() => created.close())
  await created.stream.restore()
  const onAir = created.stream.find(liveBroadcast.id) ?? expect.fail('not open')
  return { ...created, clock, onAir }
}

function quietSource(closed: number[]): Source {
  return {
    kind: 'BROWSER',
    session: { id: 1, person: dj },
    snapshot: () => ({ kind: 'BROWSER' }),
    moveTo: () => undefined,
    report: () => undefined,
    warnOfSilence: () => undefined,
    reportStandIn: () => undefined,
    checkAlive: () => undefined,
    close: (code) => void closed.push(code),
  }
}

it('[IN10] the first that asks leads, and gives the lead back when it stops', async () => {
  const { held, leases } = createLeases()
  const first = await open('first', leases)
  await expect.poll(() => first.onAir.leads).toBe(true)
  const second = await open('second', leases)
  await first.stream.close()
  await expect.poll(() => second.onAir.leads).toBe(true)
  expect(held.get(liveBroadcast.id)?.instance).toBe('second')
})

it('[IN10] where the DJ connects leads, whoever led', async () => {
  const { held, leases } = createLeases()
  const first = await open('first', leases)
  await expect.poll(() => first.onAir.leads).toBe(true)
  const second = await open('second', leases)
  second.onAir.connectSource(() => quietSource([]))
  expect(second.onAir.leads).toBe(true)
  await expect.poll(() => first.onAir.leads).toBe(false)
  expect(held.get(liveBroadcast.id)).toMatchObject({ instance: 'second', sourceKind: 'BROWSER' })
})

it('[IN10] of two that led while nobody could be asked, the one with the DJ is left', async () => {
  const { state, leases } = createLeases()
  state.isAway = true
  const [lonely, onAir] = [await open('lonely', leases), await open('on air', leases)]
  const closed: number[] = []
  onAir.onAir.connectSource(() => quietSource(closed))
  lonely.clock.aheadMs = 20_000
  await expect.poll(() => lonely.onAir.leads).toBe(true)
  expect(onAir.onAir.leads).toBe(true)
  state.isAway = false
  await expect.poll(() => lonely.onAir.leads).toBe(false)
  expect([onAir.onAir.leads, closed]).toEqual([true, []])
})

it('[IN10] the same DJ connected at two: the newer connection stays, the older is closed with 4002', async () => {
  const { leases } = createLeases()
  const [first, second] = [await open('first', leases), await open('second', leases)]
  const closed: number[] = []
  first.onAir.connectSource(() => quietSource(closed))
  await expect.poll(() => second.onAir.leads || closed.length > 0).toBe(false)
  second.onAir.connectSource(() => quietSource([]))
  await expect.poll(() => closed).toEqual([4002])
  expect([first.onAir.leads, second.onAir.leads]).toEqual([false, true])
})
