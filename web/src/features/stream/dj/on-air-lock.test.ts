import { locks } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { OnAirLock } from './on-air-lock.ts'

// Node's locks are the Web Locks API; two objects stand for two tabs.
const browser = locks as unknown as LockManager
const first = new OnAirLock(browser)
const second = new OnAirLock(browser)

afterEach(() => {
  first.release()
  second.release()
})

/** Until every request so far has been granted or refused. */
const settled = () => browser.query()

describe('the place on air', () => {
  it('[DJ39] a tab on air is seen by the others until it leaves', async () => {
    expect(await second.isFree()).toBe(true)
    first.take()
    await settled()
    expect(await second.isFree()).toBe(false)
    first.release()
    await settled()
    expect(await second.isFree()).toBe(true)
  })

  it('[DJ39] the tab that goes on air last has the place, and keeps it when the older one leaves', async () => {
    first.take()
    await settled()
    second.take()
    await settled()
    first.release()
    await settled()
    expect(await first.isFree()).toBe(false)
  })

  it('[DJ39] leaving at once leaves nothing behind', async () => {
    first.take()
    first.release()
    await settled()
    await settled()
    expect(await second.isFree()).toBe(true)
  })
})
