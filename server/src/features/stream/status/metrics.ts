import type { FanOut } from '../listeners/fan-out.ts'
import type { Delay, ListenerEnd } from '../listeners/listener.ts'
import type { MountKind } from '../mount/mount.ts'
import type { OnAirBroadcast } from '../on-air/on-air-broadcast.ts'

/** State of the live broadcast's sound; `off air` without one. */
export type SourceState = 'off air' | 'on air' | 'away' | 'held'

/** Counters of the stream since the process began, and its present state, for monitoring. */
export type StreamMetrics = {
  mounts: Record<MountKind, number>
  /** Connections that listen, by mount and by how pages go to them; `mp3` is the live mount's other form. */
  listeners: { mount: MountKind | 'mp3'; delay: Delay; count: number }[]
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
export class StreamCounters {
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

  broadcastGone(onAir: OnAirBroadcast): void {
    this.#latePagesOfGone += latePagesOf([onAir])
  }

  recordingFailed(): void {
    this.#failedRecordings++
  }

  /** The metrics with what these broadcasts hold now. */
  metrics(broadcasts: readonly OnAirBroadcast[]): StreamMetrics {
    const live = broadcasts.find(({ kind }) => kind === 'live')
    return {
      mounts: { live: countOf(broadcasts, 'live'), test: countOf(broadcasts, 'test') },
      listeners: [
        ...listenersOf('live', oggOf(broadcasts, 'live')),
        ...listenersOf('test', oggOf(broadcasts, 'test')),
        ...listenersOf('mp3', mp3Of(broadcasts)),
      ],
      audience: live?.audience.count ?? 0,
      droppedListeners: this.#dropped,
      sentBytes: this.#sentBytes(broadcasts),
      latePages: this.#latePagesOfGone + latePagesOf(broadcasts),
      source: live ? stateOf(live) : 'off air',
      bufferedMs: live?.transmitter.mount.bufferedMs ?? null,
      failedRecordings: this.#failedRecordings,
    }
  }

  /** The listeners of a mount that has ended leave a moment after it: a count that was reported never becomes smaller. */
  #sentBytes(broadcasts: readonly OnAirBroadcast[]): number {
    let bytes = this.#bytesOfGone
    for (const fanOut of fanOutsOf(broadcasts))
      for (const { socket } of fanOut.listeners()) bytes += socket.bytesWritten
    this.#mostBytes = Math.max(this.#mostBytes, bytes)
    return this.#mostBytes
  }
}

function countOf(broadcasts: readonly OnAirBroadcast[], requestedKind: MountKind): number {
  return broadcasts.filter(({ kind }) => kind === requestedKind).length
}

/** All that carry sound to listeners. */
function fanOutsOf(broadcasts: readonly OnAirBroadcast[]): FanOut[] {
  return [...broadcasts.map(({ transmitter }) => transmitter.fanOut), ...mp3Of(broadcasts)]
}

function oggOf(broadcasts: readonly OnAirBroadcast[], requestedKind: MountKind): FanOut[] {
  return broadcasts.filter(({ kind }) => kind === requestedKind).map(({ transmitter }) => transmitter.fanOut)
}

function mp3Of(broadcasts: readonly OnAirBroadcast[]): FanOut[] {
  return broadcasts.flatMap(({ transmitter }) => transmitter.mp3?.fanOut ?? [])
}

function latePagesOf(broadcasts: readonly OnAirBroadcast[]): number {
  return fanOutsOf(broadcasts).reduce((sum, { latePages }) => sum + latePages, 0)
}

function listenersOf(mount: MountKind | 'mp3', fanOuts: readonly FanOut[]): StreamMetrics['listeners'] {
  const listeners = { low: 0, medium: 0, batch: 0 }
  for (const fanOut of fanOuts) for (const { delay } of fanOut.listeners()) listeners[delay]++
  return [
    { mount, delay: 'low', count: listeners.low },
    { mount, delay: 'medium', count: listeners.medium },
    { mount, delay: 'batch', count: listeners.batch },
  ]
}

function stateOf({ feed }: OnAirBroadcast): SourceState {
  if (feed.held) return 'held'
  return feed.isRecovering ? 'away' : 'on air'
}
