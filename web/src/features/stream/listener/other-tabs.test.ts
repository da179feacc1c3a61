import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../../lib/store.ts'
import { showOtherTabs, soundsInAnotherTab } from './other-tabs.ts'
import type { PlayerSnapshot } from './player.ts'

/** Locks of a browser, as far as they are used here. */
const held: string[] = []
const locks = {
  query: async () => ({ held: held.map((name) => ({ name })) }),
  async request(name: string, _: unknown, whileHeld: () => Promise<void>) {
    held.push(name)
    await whileHeld()
    held.splice(held.indexOf(name), 1)
  },
}
beforeEach(() => vi.stubGlobal('navigator', { locks }))
afterEach(() => vi.unstubAllGlobals())

const snapshotOf = (name: 'idle' | 'playing') => ({ state: { name } }) as unknown as PlayerSnapshot

test('[LS20] other tabs know while this one wants to sound, and no longer', async () => {
  const snapshot = createStore(snapshotOf('idle'))
  const stop = showOtherTabs({ snapshot })
  expect(await soundsInAnotherTab()).toBe(false)
  snapshot.set(snapshotOf('playing'))
  snapshot.set(snapshotOf('playing'))
  expect([await soundsInAnotherTab(), held.length]).toEqual([true, 1])
  snapshot.set(snapshotOf('idle'))
  await expect.poll(soundsInAnotherTab).toBe(false)
  snapshot.set(snapshotOf('playing'))
  stop()
  await expect.poll(soundsInAnotherTab).toBe(false)
})

test('[LS20] a browser without locks says of no tab that it sounds', async () => {
  vi.stubGlobal('navigator', {})
  const snapshot = createStore(snapshotOf('idle'))
  const stop = showOtherTabs({ snapshot })
  snapshot.set(snapshotOf('playing'))
  expect(await soundsInAnotherTab()).toBe(false)
  stop()
})
