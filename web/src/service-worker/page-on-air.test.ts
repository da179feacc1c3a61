import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pageOnAirHasKeptAll } from './page-on-air.ts'

/** Questions to the pages of this browser, each with the port for its answer. */
let asked: { data: unknown; port: MessagePort }[]

beforeEach(() => {
  asked = []
  const page = { postMessage: (data: unknown, [port]: MessagePort[]) => port && asked.push({ data, port }) }
  vi.stubGlobal('self', { clients: { matchAll: async () => [page, page] } })
})
afterEach(() => {
  for (const { port } of asked) port.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function holdLocks(query: () => Promise<LockManagerSnapshot>): void {
  vi.stubGlobal('navigator', { locks: { query } })
}

const onAir = async () => ({ held: [{ name: 'carillon-on-air' }] })

/** Waits for the page on air; says whether that is over. */
function wait(): { isOver: boolean } {
  const waiting = { isOver: false }
  void pageOnAirHasKeptAll().then(() => (waiting.isOver = true))
  return waiting
}

describe('before a page replaces another one', () => {
  it('[KC11] the page on air is asked to keep all, and awaited', async () => {
    holdLocks(onAir)
    const waiting = wait()
    await vi.waitFor(() =>
      expect(asked.map(({ data }) => data)).toEqual([{ type: 'KEEP_ALL' }, { type: 'KEEP_ALL' }]),
    )
    expect(waiting.isOver).toBe(false)
    asked[1]?.port.postMessage(null)
    await vi.waitFor(() => expect(waiting.isOver).toBe(true))
  })

  it('[KC11] one that stands still is not awaited for ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    holdLocks(onAir)
    const waiting = wait()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(waiting.isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(waiting.isOver).toBe(true)
  })

  it('[KC11] nobody is asked while no tab is on air, or nobody can tell', async () => {
    holdLocks(async () => ({ held: [{ name: 'something else' }] }))
    await pageOnAirHasKeptAll()
    holdLocks(() => Promise.reject(new Error('no locks here')))
    await pageOnAirHasKeptAll()
    expect(asked).toEqual([])
  })
})
