import type { FanOut } from '../listeners/fan-out.ts'
import type { Delay, Listener, ListenerEnd } from '../listeners/listener.ts'
import type { MountKind } from '../mount/mount.ts'
import type { OnAirBroadcast } from '../on-air/on-air-broadcast.ts'
import type { OnAirRegistry } from '../on-air/on-air-registry.ts'
import type { Transmitter } from '../on-air/transmitter.ts'
import type { HlsPushMetrics } from '../outputs/hls/push/hls-push.ts'

/** State of the live broadcast's sound; `off air` without one. */
export type SourceState = 'off air' | 'on air' | 'away' | 'held'

/** Counters of the stream since the process began, and its present state, for monitoring. */
export type StreamMetrics = {
  mounts: Record<MountKind, number>
  /** Connections that listen, by mount and by how pages go to them; `mp3` is the live mount's other form. */
  listeners: { mount: MountKind | 'mp3'; delay: Delay; count: number }[]
  /** Players of the show on air, else of what plays between shows, however many connections each holds. */
  audience: number
  droppedListeners: number
  sentBytes: number
  /** Pages held back for the next batch because the event loop was late. */
  latePages: number
  source: SourceState
  /** Delay that this server adds to the source's audio; null off air. */
  bufferedMs: number | null
  failedRecordings: number
  /** Null: there is no bucket for HLS. */
  hlsPush: HlsPushMetrics | null
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

  transmitterGone(transmitter: Transmitter): void {
    this.#latePagesOfGone += latePagesOf([transmitter])
  }

  recordingFailed(): void {
    this.#failedRecordings++
  }

  /** The metrics with what is on air now; `betweenShows` is the audience of what plays while no show does. */
  metrics(
    {
      all,
      transmitters,
      publicTransmitter,
    }: Pick<OnAirRegistry, 'all' | 'transmitters' | 'publicTransmitter'>,
    betweenShows: number,
  ): Omit<StreamMetrics, 'hlsPush'> {
    const live = all.find(({ kind }) => kind === 'live')
    const publicOnes = publicTransmitter ? [publicTransmitter] : []
    const tests = transmitters.filter((transmitter) => transmitter !== publicTransmitter)
    return {
      mounts: { live: publicOnes.length, test: tests.length },
      listeners: [
        ...listenersOf('live', [...oggOf(publicOnes), ...publicOnes.map(({ rewinds }) => rewinds)]),
        ...listenersOf('test', oggOf(tests)),
        ...listenersOf('mp3', mp3Of(publicOnes)),
      ],
      audience: live?.audience.count ?? betweenShows,
      droppedListeners: this.#dropped,
      sentBytes: this.#sentBytes(transmitters),
      latePages: this.#latePagesOfGone + latePagesOf(transmitters),
      source: live ? stateOf(live) : 'off air',
      bufferedMs: live?.transmitter.mount.bufferedMs ?? null,
      failedRecordings: this.#failedRecordings,
    }
  }

  /** The listeners of a mount that has ended leave a moment after it: a count that was reported never becomes smaller. */
  #sentBytes(transmitters: readonly Transmitter[]): number {
    let bytes = this.#bytesOfGone
    for (const group of [...fanOutsOf(transmitters), ...transmitters.map(({ rewinds }) => rewinds)])
      for (const { socket } of group.listeners()) bytes += socket.bytesWritten
    this.#mostBytes = Math.max(this.#mostBytes, bytes)
    return this.#mostBytes
  }
}

type ListenerGroup = { listeners(): Iterable<Listener> }

/** All that carry sound to listeners. */
function fanOutsOf(transmitters: readonly Transmitter[]): FanOut[] {
  return [...oggOf(transmitters), ...mp3Of(transmitters)]
}

function oggOf(transmitters: readonly Transmitter[]): FanOut[] {
  return transmitters.map(({ fanOut }) => fanOut)
}

function mp3Of(transmitters: readonly Transmitter[]): FanOut[] {
  return transmitters.flatMap(({ mp3 }) => mp3?.fanOut ?? [])
}

function latePagesOf(transmitters: readonly Transmitter[]): number {
  return fanOutsOf(transmitters).reduce((sum, { latePages }) => sum + latePages, 0)
}

function listenersOf(mount: MountKind | 'mp3', groups: readonly ListenerGroup[]): StreamMetrics['listeners'] {
  const listeners = { low: 0, medium: 0, batch: 0 }
  for (const group of groups) for (const { delay } of group.listeners()) listeners[delay]++
  return [
    { mount, delay: 'low', count: listeners.low },
    { mount, delay: 'medium', count: listeners.medium },
    { mount, delay: 'batch', count: listeners.batch },
  ]
}

function stateOf({ state }: OnAirBroadcast): SourceState {
  if (state.feedHold) return 'held'
  return state.isRecovering ? 'away' : 'on air'
}
