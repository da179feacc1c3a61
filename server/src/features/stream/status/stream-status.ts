import type { OnAir } from '@carillon/contract/plays/now-playing'
import type { StreamHealth } from '@carillon/contract/stream/schemas'
import type { StreamStatusMessage } from '@carillon/contract/stream/topics'
import type { OnAirState } from '../cluster/on-air-state.ts'
import type { OnAirRegistry } from '../on-air/on-air-registry.ts'
import type { RadioSwitch } from '../on-air/radio-switch.ts'
import type { Outputs } from '../outputs/outputs.ts'
import type { StreamContext } from '../ports.ts'
import { healthOf } from './health.ts'
import type { StreamOffers } from './urls.ts'

export type StreamStatusOptions = {
  clock: StreamContext['clock']
  registry: Pick<OnAirRegistry, 'live'>
  radio: Pick<RadioSwitch, 'isRunning'>
  outputs: Pick<Outputs, 'icecast' | 'ffmpeg'>
  hls: StreamOffers['hls']
  /** Sound of the moment; null when nothing sounds. */
  onAir(): OnAir | null
  /** State of the sound between shows; null while nothing sounds then. */
  betweenShows(): OnAirState | null
  /** Whether the station plays between shows, now and later. */
  playsBetweenShows(): boolean
  /** Hours that listeners may go back between shows. */
  rewindHours(): number
}

/** Status of the stream, for callers, players and load balancers. */
export class StreamStatus {
  readonly #options: StreamStatusOptions

  constructor(options: StreamStatusOptions) {
    this.#options = options
  }

  /** Reply of `GET /api/stream/status`. */
  summary() {
    const { registry, onAir, betweenShows } = this.#options
    const { live } = registry
    const state = live ? live.state : betweenShows()
    return {
      isLive: live !== null,
      listenerCount: state?.listenerCount ?? 0,
      peakListenerCount: state?.peakListeners ?? 0,
      broadcastId: live?.broadcastId ?? null,
      recovering: state?.isRecovering ?? false,
      isStreaming: state !== null,
      onAir: onAir(),
    }
  }

  /** Message for `/ws/listener`. */
  message(): StreamStatusMessage {
    const { recovering: _, ...summary } = this.summary()
    const { playsBetweenShows, rewindHours } = this.#options
    return {
      type: 'STREAM_STATUS',
      ...summary,
      ...(playsBetweenShows() && {
        playsBetweenShows: true,
        ...(rewindHours() > 0 && { rewindHours: rewindHours() }),
      }),
      timestamp: this.#now().toISOString(),
      health: this.health(),
    }
  }

  health(): StreamHealth {
    const { registry, radio } = this.#options
    const { live } = registry
    const state = live && { broadcastId: live.broadcastId, ...live.state }
    const { isRunning } = radio
    return healthOf({ isRunning, isIcecastUp: this.#isIcecastUp, live: state }, this.#now())
  }

  /** Ways to listen beside /live.ogg. */
  get offers(): StreamOffers {
    const { outputs, hls } = this.#options
    const { icecast, ffmpeg } = outputs
    const icecastUrl = icecast && this.#isIcecastUp ? icecast.listenersUrl : null
    return { icecastUrl, hasMp3: ffmpeg !== null, hls }
  }

  /** Whether the Icecast takes the stream, as the instance that leads knows. */
  get #isIcecastUp(): boolean {
    const { registry, outputs } = this.#options
    return registry.live?.state.isIcecastUp ?? outputs.icecast?.isUp ?? true
  }

  #now(): Date {
    return new Date(this.#options.clock.now())
  }
}
