// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Backup } from './backup/backup.ts'
import { createDjMemory } from './dj-memory.ts'
import { OnAirLine } from './on-air-line.ts'
import { Sound } from './sound.ts'
import { createFakeTimers } from './testing.ts'
import { type FakeBrowser, openFakeBrowser } from './testing-browser.ts'

let browser: FakeBrowser
let worker: EventTarget
const ports: MessagePort[] = []

beforeEach(() => {
  browser = openFakeBrowser()
  worker = new EventTarget()
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true })
})
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  browser.close()
})

/** Asks as the service worker does before another page comes; says whether there is an answer. */
function ask(): { isAnswered: boolean } {
  const asked = { isAnswered: false }
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  port1.onmessage = () => (asked.isAnswered = true)
  worker.dispatchEvent(new MessageEvent('message', { data: { type: 'KEEP_ALL' }, ports: [port2] }))
  return asked
}

it('[KC11] a page on air says when it has kept all that it has recorded, one off the air nothing', async () => {
  const timers = createFakeTimers()
  const sound = new Sound(timers, createDjMemory(sessionStorage))
  await sound.choose('microphone')
  const line = new OnAirLine({ sound, timers, backup: new Backup({ timers }), onEvent: () => undefined })
  const early = ask()
  line.open(7, 96_000, false)
  browser.sockets.at(-1)?.open()
  const asked = ask()
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked.isAnswered).toBe(false)
  const recorder = browser.recorders.at(-1) as unknown as EventTarget
  const give = (text: string) =>
    recorder.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([text]) }))
  give('')
  await new Promise((resolve) => setTimeout(resolve))
  expect(asked.isAnswered).toBe(false)
  give('a whole packet')
  await vi.waitFor(() => expect(asked.isAnswered).toBe(true))
  expect(early.isAnswered).toBe(false)
  line.close()
})
