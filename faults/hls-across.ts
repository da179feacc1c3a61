import { HlsEdge } from '@carillon/testkit/hls-edge'
import { HlsListener, type HlsListenerReport, untilPlayable } from '@carillon/testkit/hls-listener'
import { findCommand } from '@carillon/testkit/processes'
import { lacksAcross } from '@carillon/testkit/two-instances'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'

const LISTENERS = 100
/** The playlist has players begin 28 s back: they come when it is as long as that. */
const SEGMENTS_BEFORE = 8
/** Segments that each of them gets after each act: one that came late has shown by then. */
const SEGMENTS_AFTER = 4
const LIMIT_MS = 90_000
const LOOK_EVERY_MS = 100
/** A machine that is only busy does not let its programs wait for so long. */
const STANDS_STILL_MS = 500

/** Players of HLS behind a cache, while what is behind it comes and goes. */
export const hlsAcross: Fault = {
  name: 'hls-across',
  sentence: `kill -9 to the instance that cuts the segments, its start, the same with SIGTERM, and a restart of the cache, with ${LISTENERS} players of HLS behind it.`,
  endsProcess: true,
  lacks: () => lacksAcross() ?? (findCommand('nginx') ? null : 'no nginx on this machine'),
  async run({ openAcross, measure, promise, atEnd, say }) {
    const rig = await openAcross(({ origin }) => [origin, origin])
    const { station: campus, source } = rig
    const edge = await HlsEdge.start(Number(new URL(campus.origin).port))
    atEnd(() => edge.close())
    await untilPlayable(edge.origin, LIMIT_MS, SEGMENTS_BEFORE)
    const listeners = Array.from({ length: LISTENERS }, () => new HlsListener(edge.origin))
    atEnd(() => listeners.forEach((listener) => void listener.leave()))
    const afterAct = async (what: string, act: () => Promise<unknown>) => {
      await act()
      const least = listeners.map(({ report }) => report.segments + SEGMENTS_AFTER)
      await until(
        () => listeners.every(({ report }, at) => report.segments >= (least[at] ?? 0)),
        LIMIT_MS,
        `all get segments after ${what}`,
      )
      say(`${what}: ${figureOf(listeners)}`)
    }
    /** The act takes the DJ's instance, and the DJ goes to the other. */
    const withoutDj = async (act: () => Promise<unknown>) => {
      const atMs = performance.now()
      await act()
      await until(() => source.acceptedAtMs > atMs, LIMIT_MS, 'the DJ is back')
    }
    const cutter = async () => {
      const found = await campus.instanceOfDj()
      if (!found) throw new Error('No instance has the DJ')
      return found
    }
    const killed = await cutter()
    const [living] = campus.instances.filter((instance) => instance !== killed)
    rig.probe.lookAt(living ?? killed)
    const machine = watchMachine()
    atEnd(() => machine.stop())
    await measure(rig, async () => {
      await afterAct('the beginning', async () => undefined)
      await afterAct('the kill', () => withoutDj(() => killed.killServer()))
      await killed.startServer()
      const ended = await cutter()
      await afterAct('the end of the one that cuts', () => withoutDj(() => ended.stopServer()))
      await ended.startServer()
      await afterAct('a restart of the cache', async () => {
        await edge.stopServer()
        await edge.startServer()
      })
    })
    const reports = listeners.map(({ report }) => report)
    const stoodStillMs = machine.stoodStillMs()
    const but =
      stoodStillMs > 0 ? ` but for the ${stoodStillMs.toFixed(0)} ms that this machine stood still` : ''
    promise(most(reports, 'stalledMs') <= stoodStillMs, `no player runs out of sound${but}`)
    promise(most(reports, 'jumps') === 0, 'each segment begins where the one before ended')
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    return figureOf(listeners)
  },
}

/** Adds up the time in which no program of this machine could run: nobody made sound then. */
function watchMachine() {
  let stoodStillMs = 0
  let lookedAtMs = performance.now()
  const timer = setInterval(() => {
    const nowMs = performance.now()
    const lateMs = nowMs - lookedAtMs - LOOK_EVERY_MS
    if (lateMs > STANDS_STILL_MS) stoodStillMs += lateMs
    lookedAtMs = nowMs
  }, LOOK_EVERY_MS)
  return { stoodStillMs: () => stoodStillMs, stop: () => clearInterval(timer) }
}

const most = (reports: readonly HlsListenerReport[], key: keyof HlsListenerReport) =>
  Math.max(...reports.map((report) => report[key]))

function figureOf(listeners: readonly HlsListener[]): string {
  const reports = listeners.map(({ report }) => report)
  const stalled = reports.filter(({ stalledMs }) => stalledMs > 0).length
  const sum = (key: keyof HlsListenerReport) => reports.reduce((total, report) => total + report[key], 0)
  return `${stalled} of ${LISTENERS} players ran out of sound, for ${(most(reports, 'stalledMs') / 1_000).toFixed(1)} s at most; ${sum('segments')} segments, ${sum('jumps')} out of place; ${sum('failed')} requests failed and ${sum('notFound')} found nothing, and were asked again`
}
