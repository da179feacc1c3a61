import type { Launch } from '../../e2e/support/instance.ts'
import { type Member, Station } from '../../e2e/support/station.ts'
import { Ear } from './ear.ts'
import { Probe } from './probe.ts'
import { RecorderSource } from './recorder-source.ts'
import { until } from './until.ts'
import { Writer } from './writer.ts'

/** What was seen of the station during a fault, and after it. */
export type Measures = {
  /** Of a listener with the station's own burst, in milliseconds. */
  audioGapMs: number
  /** What a listener who takes each page at once would have needed. */
  bufferMs: number
  residentBytes: { before: number; most: number; after: number }
  heldBytes: { before: number; after: number }
  descriptors: { before: number; most: number; after: number }
  loopMs: { p99: number; most: number }
  /** Of the calls of a writer. */
  calls: ReturnType<Writer['take']>
  acknowledged: number
  lost: string[]
}

/** How a scene's station is set up, beside the ordinary. */
export type Setting = { environment?: Record<string, string>; launch?: Launch }

const PROGRAM = 'scripts/start.ts'
/** A new listener's burst is sound and no silence by then. */
const WARM_MS = 6_000
/** So many messages are there to be lost. */
const SAID_BEFORE = 5
const START_LIMIT_MS = 30_000

type Parts = Pick<Scene, 'station' | 'probe' | 'dj' | 'speaker' | 'broadcastId' | 'source' | 'writer'>

/**
 * A station on air as it is on an evening: the program as `npm start` runs it, a DJ's recorder, a listener with a
 * player's patience, one who takes each page at once, and somebody who writes.
 */
export class Scene {
  readonly station: Station
  readonly probe: Probe
  readonly dj: Member
  /** A moderator: writes, and need not wait in slow mode. */
  readonly speaker: Member
  readonly broadcastId: number
  readonly source: RecorderSource
  readonly writer: Writer
  readonly ear: Ear
  readonly nearEar: Ear

  private constructor(parts: Parts) {
    this.station = parts.station
    this.probe = parts.probe
    this.dj = parts.dj
    this.speaker = parts.speaker
    this.broadcastId = parts.broadcastId
    this.source = parts.source
    this.writer = parts.writer
    this.ear = new Ear(this.station.origin)
    this.nearEar = new Ear(this.station.origin, '/live.ogg?delay=low')
  }

  /** Puts a station on air and waits until it sounds, and the burst as well where it is to be warm. The caller closes it. */
  static async open({ environment = {}, launch = {} }: Setting, isWarm: boolean): Promise<Scene> {
    let station: Station | null = null
    const probe = new Probe(() => (station?.isRunning ? station.pid : null))
    station = await Station.start({ ...probe.environment, ...environment }, { program: PROGRAM, ...launch })
    try {
      return await Scene.#set(station, probe, isWarm)
    } catch (error) {
      await station.close()
      probe.close()
      throw error
    }
  }

  static async #set(station: Station, probe: Probe, isWarm: boolean): Promise<Scene> {
    const dj = await station.newMember('DJ')
    const speaker = await station.newMember('MODERATOR')
    const broadcastId = await dj.api.goLive()
    const source = new RecorderSource(station, dj, broadcastId)
    await until(() => source.acceptedAtMs > 0, START_LIMIT_MS, 'the station reads the DJ')
    const soundsAtMs = performance.now() + (isWarm ? WARM_MS : 0)
    await until(() => performance.now() > soundsAtMs, START_LIMIT_MS, 'the burst is sound')
    const writer = new Writer(station, speaker, broadcastId)
    const scene = new Scene({ station, probe, dj, speaker, broadcastId, source, writer })
    await until(
      () => scene.isHeardSince(0) && writer.acknowledged >= SAID_BEFORE,
      START_LIMIT_MS,
      'the scene is set',
    )
    return scene
  }

  /** Both listeners have had the studio's sound since then, on the monotonic clock. */
  isHeardSince(atMs: number): boolean {
    return this.ear.soundAtMs > atMs && this.nearEar.soundAtMs > atMs
  }

  /** Measures what `fault` does, from its beginning to its end, and looks for what was lost. */
  async measure(fault: () => Promise<void>): Promise<Measures> {
    const { probe, ear, nearEar, writer } = this
    const before = await probe.ask()
    const residentBefore = probe.residentBytes
    const descriptorsBefore = probe.descriptors
    const gapBefore = ear.gapMs
    probe.takeMost()
    nearEar.takeLatenessMs()
    writer.take()
    await fault()
    const after = await probe.ask()
    const most = probe.takeMost()
    const measured = {
      audioGapMs: ear.gapMs - gapBefore,
      bufferMs: nearEar.takeLatenessMs(),
      calls: writer.take(),
      residentBytes: { before: residentBefore, most: most.residentBytes, after: probe.residentBytes },
      heldBytes: { before: before.heldBytes, after: after.heldBytes },
      descriptors: { before: descriptorsBefore, most: most.descriptors, after: probe.descriptors },
      loopMs: { p99: after.loopP99Ms, most: after.loopMaxMs },
    }
    await writer.leave()
    return { ...measured, acknowledged: writer.acknowledged, lost: await writer.findLost() }
  }

  async close(): Promise<void> {
    this.ear.leave()
    this.nearEar.leave()
    this.source.leave()
    await this.writer.leave()
    await this.station.close()
    this.probe.close()
  }
}
