/**
 * Whether a page that shows a busy chat stays smooth on a slow computer: Chromium slowed down, thousands of messages.
 *
 *   node bench/chat-reader.ts [messages]     default: 5000
 *
 * All but the last of them come fast; the last come at a chat's pace and are watched for long tasks.
 * Environment: SLOWDOWN (4), WATCHED messages (600) at PER_SECOND (20), SPEED of those before (150 a second),
 * READER (LISTENER), whose page it is: MODERATOR for the desk with the actions beside each message.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Station } from '@carillon/testkit/station'
import { contextOf, launchChromium } from '../e2e/support/browsers.ts'
import { carillonPeers } from './lib/chat-peers.ts'
import { stamped } from './lib/stamp.ts'

const [messages = 5000] = process.argv.slice(2).map(Number)
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 4)
const WATCHED = Number(process.env.WATCHED ?? 600)
const PER_SECOND = Number(process.env.PER_SECOND ?? 20)
const SPEED = Number(process.env.SPEED ?? 150)
const READER = process.env.READER === 'MODERATOR' ? 'MODERATOR' : 'LISTENER'
const PAGES = { LISTENER: '/', MODERATOR: '/moderator' }
const MESSAGE_LENGTH = 120
/** The last message is in the page by then. */
const SETTLED_MS = 1_000
const MEGA = 1e6

declare global {
  interface Window {
    longTasksMs: number[]
  }
}

const station = await Station.start()
const [peer] = await carillonPeers(station)
const browser = await launchChromium()
const context = await contextOf(browser, await station.newMember(READER))
await context.addInitScript(watchLongTasks)
const page = await context.newPage()
await page.goto(station.origin + PAGES[READER])
const log = page.getByRole('log').first()
await log.waitFor()

await say(0, messages - WATCHED, SPEED)
await seen(messages - WATCHED - 1)
const devtools = await context.newCDPSession(page)
await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
await delay(3_000)
await page.evaluate(() => {
  window.longTasksMs = []
})
await say(messages - WATCHED, messages, PER_SECOND)
await delay(SETTLED_MS)
// Before the browser is asked for anything else: to look for a text is a long task of its own.
const longTasksMs = await page.evaluate(() => window.longTasksMs)
await seen(messages - 1)
await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
await devtools.send('HeapProfiler.collectGarbage')
const { usedSize } = await devtools.send('Runtime.getHeapUsage')
const elements = await page.evaluate(() => document.querySelectorAll('*').length)
console.log(
  `${PAGES[READER]}: ${messages} messages, the last ${WATCHED} at ${PER_SECOND} a second with ${SLOWDOWN}x slowdown: ` +
    `${longTasksMs.length} tasks over 50 ms${longTasksMs.length > 0 ? `, the longest ${Math.max(...longTasksMs).toFixed(0)} ms` : ''}; ` +
    `${elements} elements, ${(usedSize / MEGA).toFixed(1)} MB of heap`,
)
await browser.close()
await station.close()
process.exit()

async function say(from: number, to: number, perSecond: number): Promise<void> {
  const startedAt = performance.now()
  const saying: Promise<void>[] = []
  for (let number = from; number < to; number += 1) {
    await delay(Math.max(0, startedAt + ((number - from) * 1000) / perSecond - performance.now()))
    saying.push(peer.say(stamped(number, MESSAGE_LENGTH)))
  }
  await Promise.all(saying)
}

/** Waits until the page shows this message. */
async function seen(number: number): Promise<void> {
  await log
    .getByText(`${String(number).padStart(6, '0')} and so it goes`)
    .first()
    .waitFor({ timeout: 60_000 })
}

/** Runs in the page: a long task is one over 50 ms (W3C Long Tasks). */
function watchLongTasks(): void {
  window.longTasksMs = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasksMs.push(duration)
  }).observe({ type: 'longtask' })
}
