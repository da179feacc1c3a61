import type { FanOut } from '../listeners/fan-out.ts'
import type { ListenerEnd } from '../listeners/listener.ts'
import type { MountKind } from '../mount/mount.ts'
import type { Airing } from '../on-air/airing.ts'

/** How the live broadcast's sound stands; `off air` without one. */
export type SourceState = 'off air' | 'on air' | 'away' | 'held'

/** What is counted of the stream since the process began, and how it stands now, for who watches the station. */
export type StreamFigures = {
  mounts: Record<MountKind, number>
  /** Connections that listen, by mount and by how pages go to them; `mp3` is the live mount's other form. */
  listeners: { mount: MountKind | 'mp3'; delay: 'low' | 'batch'; count: number }[]
  /** Players of the live mount, however many connections each holds. */
  audience: number
  droppedListeners: number
  sentBytes: number
  /** Pages held back for the next batch because the event loop was late. */
  latePages: number
  source: SourceState
  /** Delay that this server adds to the source's audio; null off air. */
  bufferedMs: number | null
  failedRecordings: number
}

/**
 * Counts what is gone; what is there is asked when somebody wants to know, so that counting costs the sound nothing.
 */
export class StreamTally {
  #dropped = 0
  #bytesOfGone = 0
  #latePagesOfGone = 0
  #failedRecordings = 0
  #mostBytes = 0

  get droppedListeners(): number {
    return this.#dropped
  }

  listenerGone(how: ListenerEnd, sentBytes: number): void {
    if (how === 'too slow') this.#dropped++
    this.#bytesOfGone += sentBytes
  }

  airingGone(airing: Airing): void {
    this.#latePagesOfGone += latePagesOf([airing])
  }

  recordingFailed(): void {
    this.#failedRecordings++
  }

  /** The figures with what these airings hold now. */
  figures(airings: readonly Airing[]): StreamFigures {
    const live = airings.find(({ kind }) => kind === 'live')
    return {
      mounts: { live: countOf(airings, 'live'), test: countOf(airings, 'test') },
      listeners: [
        ...listenersOf('live', oggOf(airings, 'live')),
        ...listenersOf('test', oggOf(airings, 'test')),
        ...listenersOf('mp3', mp3Of(airings)),
      ],
      audience: live?.audience.count ?? 0,
      droppedListeners: this.#dropped,
      sentBytes: this.#sentBytes(airings),
      latePages: this.#latePagesOfGone + latePagesOf(airings),
      source: live ? stateOf(live) : 'off air',
      bufferedMs: live?.mount.bufferedMs ?? null,
      failedRecordings: this.#failedRecordings,
    }
  }

  /** The listeners of a mount that has ended leave a moment after it: what was told once is never taken back. */
  #sentBytes(airings: readonly Airing[]): number {
    let bytes = this.#bytesOfGone
    for (const fanOut of fanOutsOf(airings))
      for (const { socket } of fanOut.listeners()) bytes += socket.bytesWritten
    this.#mostBytes = Math.max(this.#mostBytes, bytes)
    return this.#mostBytes
  }
}

function countOf(airings: readonly Airing[], wanted: MountKind): number {
  return airings.filter(({ kind }) => kind === wanted).length
}

/** All that carry sound to listeners. */
function fanOutsOf(airings: readonly Airing[]): FanOut[] {
  return [...airings.map(({ fanOut }) => fanOut), ...mp3Of(airings)]
}

function oggOf(airings: readonly Airing[], wanted: MountKind): FanOut[] {
  return airings.filter(({ kind }) => kind === wanted).map(({ fanOut }) => fanOut)
}

function mp3Of(airings: readonly Airing[]): FanOut[] {
  return airings.flatMap(({ mp3 }) => mp3?.fanOut ?? [])
}

function latePagesOf(airings: readonly Airing[]): number {
  return fanOutsOf(airings).reduce((sum, { latePages }) => sum + latePages, 0)
}

function listenersOf(mount: MountKind | 'mp3', fanOuts: readonly FanOut[]): StreamFigures['listeners'] {
  const listeners = { low: 0, batch: 0 }
  for (const fanOut of fanOuts)
    for (const { isLowDelay } of fanOut.listeners()) listeners[isLowDelay ? 'low' : 'batch']++
  return [
    { mount, delay: 'low', count: listeners.low },
    { mount, delay: 'batch', count: listeners.batch },
  ]
}

function stateOf({ mount }: Airing): SourceState {
  if (mount.isFeedHeld) return 'held'
  return mount.isRecovering ? 'away' : 'on air'
}
