import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { contextOf, launchChromium } from '../../e2e/support/browsers.ts'
import { pressPlay } from '../../e2e/support/player.ts'
import { textsIn } from './websocket-frames.ts'

/** Part of the station that answers a request. */
export type Part = 'calls' | 'files' | 'realtime' | 'sound'
/** A request, or the text of a message on a socket, this long after the visit began. It goes to another process. */
export type Step = { atMs: number; text: string; path: string; part: Part; isMessage: boolean }
/** Steps of one connection, in their order. A request waits for the reply to the one before it. */
export type Connection = { steps: Step[] }

const PHONE = { width: 390, height: 844 }
const PLAY_AFTER_MS = 2_000
const LISTENS_MS = 3_000
const REQUEST = /^(?:GET|POST) (\S+) HTTP\/1\.1\r\n/

/** First visit of a phone to the page of this origin, its play button pressed: all that it sent. Needs a build. */
export async function recordVisit(origin: string): Promise<Connection[]> {
  const connections: Connection[] = []
  const startedAt = performance.now()
  const port = Number(new URL(origin).port)
  const proxy = createServer((browser) => {
    const station = connect(port, '127.0.0.1')
    const steps: Step[] = []
    connections.push({ steps })
    browser.on('data', (bytes) => {
      const atMs = performance.now() - startedAt
      steps.push(...stepsOf(bytes, atMs, steps[0]))
      station.write(bytes)
    })
    station.on('data', (bytes) => browser.write(bytes))
    browser.on('error', () => station.destroy()).on('close', () => station.destroy())
    station.on('error', () => browser.destroy()).on('close', () => browser.destroy())
  })
  proxy.listen(0)
  await once(proxy, 'listening')
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const chromium = await launchChromium()
  const page = await (await contextOf(chromium, null, { viewport: PHONE })).newPage()
  await page.goto(`http://localhost:${address.port}/`)
  await delay(PLAY_AFTER_MS)
  await pressPlay(page)
  await delay(LISTENS_MS)
  const visit = fromItsBeginning(connections)
  await chromium.close()
  proxy.close()
  return visit
}

/** A connection that began as a socket carries messages from then on. */
function stepsOf(bytes: Buffer, atMs: number, first: Step | undefined): Step[] {
  if (first?.part === 'realtime')
    return textsIn(bytes).map((text) => ({ ...first, atMs, text, isMessage: true }))
  const text = bytes.toString('latin1')
  const path = REQUEST.exec(text)?.[1]
  if (!path) throw new Error(`no request: ${text}`)
  return [{ atMs, text, path: path.replace(/[?&]_ts=\d+/, ''), part: partOf(path, text), isMessage: false }]
}

function partOf(path: string, text: string): Part {
  if (/\r\nupgrade: websocket\r\n/i.test(text)) return 'realtime'
  if (path.startsWith('/live.')) return 'sound'
  return path.startsWith('/api/') ? 'calls' : 'files'
}

function fromItsBeginning(connections: Connection[]): Connection[] {
  const used = connections.filter(({ steps }) => steps.length > 0)
  const beginMs = Math.min(...used.map(({ steps }) => steps[0]?.atMs ?? 0))
  return used.map(({ steps }) => ({
    steps: steps.map((step) => ({ ...step, atMs: step.atMs - beginMs })),
  }))
}
