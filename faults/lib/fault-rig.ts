import { setTimeout as delay } from 'node:timers/promises'
import { Campus } from '@carillon/testkit/campus'
import type { Launch } from '@carillon/testkit/instance'
import { ListenerProbe } from '@carillon/testkit/listener-probe'
import { missingSound } from '@carillon/testkit/missing-sound'
import { RecorderSource } from '@carillon/testkit/recorder-source'
import { type Member, Station } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import { Probe } from './probe.ts'
import { Writer } from './writer.ts'

/** Measures of the station during a fault, and after it. */
export type Measures = {
  /** Of a listener with the station's own burst, the longest at any door, in milliseconds. */
  audioGapMs: number
  /** Buffer that a listener who takes each page at once would have needed. */
  bufferMs: number
  residentBytes: { before: number; most: number; after: number }
  heldBytes: { before: number; after: number }
  descriptors: { before: number; most: number; after: number }
  loopMs: { p99: number; most: number }
  /** Of the calls of a writer. */
  calls: ReturnType<Writer['take']>
  acknowledged: number
  lost: string[]
  /** Sound that the recording lacks in the end, in ms; null where that was not looked at. */
  missingMs: number | null
}

/** Setting of a scene's station, beside the ordinary. */
export type Setting = { environment?: Record<string, string>; launch?: Launch }

const PROGRAM = 'cli/start.ts'
/** A new listener's burst is sound and no silence by then. */
const WARM_MS = 6_000
/** This many messages are there to be lost. */
const SAID_BEFORE = 5
const START_LIMIT_MS = 30_000
const GOES_ON_MS = 5_000
const UPLOAD_LIMIT_MS = 3 * 60_000
/** Shorter than what anybody notices as a gap. */
export const MOST_MISSING_MS = 60

type Parts<S extends Station> = Pick<
  FaultRig<S>,
  'station' | 'probe' | 'dj' | 'speaker' | 'broadcastId' | 'source' | 'writer' | 'doors'
>

/** Beginning of a scene: its station, the origins at which its listeners ask, and whether the burst is to be warm. */
type Beginning<S extends Station> = {
  start: (environment: Record<string, string>) => Promise<S>
  doorsOf: (station: S) => readonly string[]
  isWarm: boolean
}

/**
 * A station on air as it is on an evening: the program as `npm start` runs it, a DJ's recorder, a listener with a
 * player's patience, one who takes each page at once, and somebody who writes.
 */
export class FaultRig<S extends Station = Station> {
  readonly station: S
  readonly probe: Probe
  readonly dj: Member
  /** A moderator: writes, and need not wait in slow mode. */
  readonly speaker: Member
  readonly broadcastId: number
  readonly source: RecorderSource
  readonly writer: Writer
  /** Origins at which its listeners ask. */
  readonly doors: readonly string[]
  /** A listener at each door. */
  readonly doorListeners: readonly ListenerProbe[]
  readonly undelayedListener: ListenerProbe

  private constructor(parts: Parts<S>) {
    this.station = parts.station
    this.probe = parts.probe
    this.dj = parts.dj
    this.speaker = parts.speaker
    this.broadcastId = parts.broadcastId
    this.source = parts.source
    this.writer = parts.writer
    this.doors = parts.doors
    this.doorListeners = this.doors.map((door) => new ListenerProbe(door))
    this.undelayedListener = new ListenerProbe(this.doors[0] ?? this.station.origin, '/live.ogg?delay=low')
  }

  /** Puts a station on air and waits until it sounds, and the burst as well where it is to be warm. The caller closes it. */
  static open({ environment = {}, launch = {} }: Setting, isWarm: boolean): Promise<FaultRig> {
    const start = (probed: Record<string, string>) =>
      Station.start({ ...probed, ...environment }, { program: PROGRAM, ...launch })
    return FaultRig.#open({ start, doorsOf: ({ origin }) => [origin], isWarm })
  }

  /** The same with two instances, of which that of the DJ is measured. */
  static async openAcross(doorsOf: (campus: Campus) => readonly string[], isWarm: boolean) {
    const rig = await FaultRig.#open({ start: (probed) => Campus.start(probed), doorsOf, isWarm })
    const instance = await rig.station.instanceOfDj()
    if (instance) rig.probe.lookAt(instance)
    return rig
  }

  static async #open<S extends Station>({ start, doorsOf, isWarm }: Beginning<S>): Promise<FaultRig<S>> {
    const probe = new Probe()
    const station = await start(probe.environment)
    try {
      probe.lookAt(station)
      return await FaultRig.#set({ station, probe, doors: doorsOf(station) }, isWarm)
    } catch (error) {
      await station.close()
      probe.close()
      throw error
    }
  }

  static async #set<S extends Station>(
    given: Pick<Parts<S>, 'station' | 'probe' | 'doors'>,
    isWarm: boolean,
  ): Promise<FaultRig<S>> {
    const { station } = given
    const dj = await station.newMember('DJ')
    const speaker = await station.newMember('MODERATOR')
    const broadcastId = await dj.api.goLive()
    const source = new RecorderSource(station, dj, broadcastId)
    await until(() => source.acceptedAtMs > 0, START_LIMIT_MS, 'the station reads the DJ')
    const soundsAtMs = performance.now() + (isWarm ? WARM_MS : 0)
    await until(() => performance.now() > soundsAtMs, START_LIMIT_MS, 'the burst is sound')
    const writer = new Writer(station, speaker, broadcastId)
    const rig = new FaultRig({ ...given, dj, speaker, broadcastId, source, writer })
    await until(
      () => rig.isReceivedSince(0) && writer.acknowledged >= SAID_BEFORE,
      START_LIMIT_MS,
      'the scene is set',
    )
    return rig
  }

  /** All listeners have had the studio's sound since then, on the monotonic clock. */
  isReceivedSince(atMs: number): boolean {
    return this.#listeners.every(({ soundAtMs }) => soundAtMs > atMs)
  }

  /** Number of times the connection of a listener ended by itself. */
  get breaks(): number {
    return this.#listeners.reduce((sum, { breaks }) => sum + breaks, 0)
  }

  /** Faults that a player would have stumbled over. */
  get faults(): string[] {
    return this.#listeners.flatMap(({ faults }) => faults)
  }

  /** Whether the broadcast it began with is what is on air. */
  async isOnAir(): Promise<boolean> {
    const [live] = await this.dj.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')
    return live?.id === this.broadcastId
  }

  /** Counts the notifications of its beginning. */
  async timesNotified(): Promise<number> {
    const path = '/api/notifications/by-type/BROADCAST_STARTED'
    return (await this.speaker.api.data<{ totalElements: number }>('GET', path)).totalElements
  }

  /** Measures what `fault` does, from its beginning to its end, and looks for what was lost. */
  async measure(fault: () => Promise<void>): Promise<Measures> {
    const { probe, doorListeners, undelayedListener, writer } = this
    const before = await probe.ask()
    const residentBefore = probe.residentBytes
    const descriptorsBefore = probe.descriptors
    const gapsBefore = doorListeners.map(({ gapMs }) => gapMs)
    probe.takeMost()
    undelayedListener.takeLatenessMs()
    writer.take()
    await fault()
    const after = await probe.ask()
    const most = probe.takeMost()
    const measured = {
      audioGapMs: Math.max(...doorListeners.map(({ gapMs }, at) => gapMs - (gapsBefore[at] ?? 0))),
      bufferMs: undelayedListener.takeLatenessMs(),
      calls: writer.take(),
      residentBytes: {
        before: residentBefore,
        most: Math.max(residentBefore, most.residentBytes),
        after: probe.residentBytes,
      },
      heldBytes: { before: before.heldBytes, after: after.heldBytes },
      descriptors: { before: descriptorsBefore, most: most.descriptors, after: probe.descriptors },
      loopMs: { p99: after.loopP99Ms, most: after.loopMaxMs },
    }
    await writer.leave()
    return { ...measured, acknowledged: writer.acknowledged, lost: await writer.findLost(), missingMs: null }
  }

  /** Ends the show and gives the DJ's sound that its recording lacks, once it has what was uploaded or does not get it. In ms. */
  async missingInArchive(limitMs: number): Promise<number> {
    const isOnAir = await this.isOnAir()
    // A show goes on after a fault.
    if (isOnAir) await delay(GOES_ON_MS)
    await this.source.finish(UPLOAD_LIMIT_MS)
    if (isOnAir) await this.dj.api.data('POST', `/api/broadcasts/${this.broadcastId}/end`)
    let strange = 0
    let missingMs = Number.POSITIVE_INFINITY
    const isWhole = async () => {
      const path = `/recordings/${this.broadcastId}.ogg`
      const reply = await this.dj.api.send('GET', path).catch(() => null)
      if (!reply?.ok) return false
      const missing = missingSound(new Uint8Array(await reply.arrayBuffer()), this.source.takes)
      strange = missing.strange
      // Where the fault has ended the show, nothing is taken of what was said after that.
      missingMs = missing.betweenMs + (isOnAir ? missing.afterMs : 0)
      return missingMs <= MOST_MISSING_MS
    }
    await until(isWhole, limitMs, 'the recording has all').catch(() => undefined)
    if (strange > 0) throw new Error(`${strange} packets of the recording are out of place`)
    return missingMs
  }

  async close(): Promise<void> {
    for (const doorListener of this.#listeners) doorListener.leave()
    this.source.leave()
    await this.writer.leave()
    await this.station.close()
    this.probe.close()
  }

  get #listeners(): readonly ListenerProbe[] {
    return [...this.doorListeners, this.undelayedListener]
  }
}
