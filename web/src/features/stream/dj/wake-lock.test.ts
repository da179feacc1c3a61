// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { WakeLock } from './wake-lock.ts'

type Granted = { released: boolean; release(): Promise<void> }

let granted: Granted[]
let grant: () => void

beforeEach(() => {
  granted = []
  const request = () =>
    new Promise<Granted>((resolve) => {
      grant = () => {
        const sentinel: Granted = {
          released: false,
          release: async () => {
            sentinel.released = true
          },
        }
        granted.push(sentinel)
        resolve(sentinel)
      }
    })
  Object.assign(navigator, { wakeLock: { request } })
})

/** Until what was granted has been taken. */
const settled = () => Promise.resolve().then(() => Promise.resolve())

it('[DJ41] the screen stays awake on air and no longer', async () => {
  const lock = new WakeLock()
  lock.hold()
  grant()
  await settled()
  expect(granted.map(({ released }) => released)).toEqual([false])
  lock.release()
  expect(granted.map(({ released }) => released)).toEqual([true])
})

it('[DJ41] a lock that is granted after the show is given back', async () => {
  const lock = new WakeLock()
  lock.hold()
  lock.release()
  grant()
  await settled()
  expect(granted.map(({ released }) => released)).toEqual([true])
})

it('[DJ41] a lock that cannot be had is told', async () => {
  vi.spyOn(console, 'error').mockReturnValueOnce()
  Object.assign(navigator, { wakeLock: undefined })
  const lock = new WakeLock()
  lock.hold()
  await settled()
  expect(lock.isMissing.get()).toBe(true)
})

it('[DJ41] a line that was closed stays closed for the show, and the next show says it again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  Object.assign(navigator, { wakeLock: undefined })
  const lock = new WakeLock()
  lock.hold()
  await settled()
  lock.dismiss()
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  expect(lock.isMissing.get()).toBe(false)
  lock.release()
  lock.hold()
  await settled()
  expect(lock.isMissing.get()).toBe(true)
})
