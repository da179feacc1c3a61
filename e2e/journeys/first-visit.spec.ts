import { ToneSource } from '@carillon/testkit/source'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { WireMeter } from '../support/wire-meter.ts'

const KB = 1024
/** Nothing on the wire for this long: whatever comes by itself has come. */
const QUIET_MS = 3_000

const PHONE = { width: 390, height: 844 }
const COMPUTER = { width: 1280, height: 720 }

/** `last`: what is there when the page has all that it asks for by itself. A computer shows more of it at once. */
const VISITS = [
  { path: '/', on: 'a phone', viewport: PHONE, kb: 200, requests: 20, last: 'Nobody has said anything yet' },
  {
    path: '/',
    on: 'a computer',
    viewport: COMPUTER,
    kb: 200,
    requests: 20,
    last: 'Nobody has said anything yet',
  },
  { path: '/schedule', on: 'a computer', viewport: COMPUTER, kb: 170, requests: 16, last: 'Harana Hour' },
]

/** Runs in the page: a visit that the machine draws out is not one that asks again because it lasts. */
function dropLongIntervals(): void {
  const begin = window.setInterval
  const LONG_MS = 10_000
  window.setInterval = ((handler: TimerHandler, ms = 0, ...rest: unknown[]) =>
    ms >= LONG_MS ? 0 : begin(handler, ms, ...rest)) as typeof window.setInterval
}

for (const { path, on, viewport, kb, requests, last } of VISITS)
  test(`[SH641] a first visit of ${path} on ${on}, on air and signed out, costs what is allowed, and asks nothing twice`, async ({
    station,
    openChromium,
  }) => {
    const dj = await station.newMember('DJ')
    const id = await dj.api.goLive('Harana Hour')
    const source = await ToneSource.start(station, dj, id)
    const meter = await WireMeter.before(station.origin)
    try {
      const context = await contextOf(await openChromium(), null, { viewport })
      await context.addInitScript(dropLongIntervals)
      const page = await context.newPage()
      await page.goto(meter.origin + path)
      await expect(page.getByText(last).first()).toBeVisible()
      await meter.quiet(QUIET_MS)
      const list = meter.list()
      expect(meter.asked(), list).toEqual([...new Set(meter.asked())])
      expect(meter.requests.length, list).toBeLessThanOrEqual(requests)
      expect(meter.bytes, list).toBeLessThanOrEqual(kb * KB)
    } finally {
      source.cut()
      await meter.close()
    }
  })
