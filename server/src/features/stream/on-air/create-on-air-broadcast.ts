import type { Mount } from '../mount/mount.ts'
import type { Icecast } from '../outlets/icecast/icecast.ts'
import { Mp3Mount } from '../outlets/mp3/mp3-mount.ts'
import type { OpenOutlet } from '../outlets/outlet.ts'
import type { Outlets } from '../outlets/outlets.ts'
import { Recording } from '../outlets/recording.ts'
import type { StreamContext } from '../ports.ts'
import { Guardian } from '../silence/guardian.ts'
import { OnAirBroadcast, type OnAirBroadcastOptions } from './on-air-broadcast.ts'

/** What differs from one broadcast to the next. */
export type NewOnAirBroadcast = Pick<
  OnAirBroadcastOptions,
  'broadcastId' | 'kind' | 'peakListeners' | 'isProgramAside'
>

/** What all broadcasts of a stream share, and who is told of what becomes of them. */
export type OnAirSurroundings = {
  outlets: Outlets
  isLoopLate(): boolean
  relay(broadcastId: number, bytes: Uint8Array): void
  onSourceChange(onAir: OnAirBroadcast): void
  /** What listeners hear has been silent for so long: for the DJ. */
  onSilenceWarning(broadcastId: number, seconds: number): void
  onRecordingFailed(): void
}

/**
 * Makes a mount with all that belongs to it; the caller begins and closes it. A live broadcast is recorded, heard by a
 * guardian, and goes to Icecast and to MP3 where there are such; a test is not.
 */
export function createOnAirBroadcast(
  options: NewOnAirBroadcast,
  context: StreamContext,
  around: OnAirSurroundings,
): OnAirBroadcast {
  const { broadcastId, kind } = options
  const { outlets, isLoopLate } = around
  const { ffmpeg, icecast } = outlets
  const isLive = kind === 'live'
  const onAir = new OnAirBroadcast({
    ...options,
    recording: isLive ? record(broadcastId, context, around) : null,
    guard: () => (isLive ? guard(broadcastId, context, around) : null),
    outlets: isLive ? outletsTo(icecast) : [],
    makeMp3: isLive ? mp3By(ffmpeg, context, isLoopLate) : null,
    now: context.now,
    isLoopLate,
    isIcecastUp: () => icecast?.isUp ?? true,
    relay: (bytes) => around.relay(broadcastId, bytes),
    onSourceChange: () => around.onSourceChange(onAir),
  })
  return onAir
}

/** Where the sound of a live broadcast goes beside its listeners here. */
function outletsTo(icecast: Icecast | null): OpenOutlet[] {
  return icecast ? [(mount) => icecast.open(mount)] : []
}

function mp3By(
  ffmpeg: string | null,
  { now, log }: StreamContext,
  isLoopLate: () => boolean,
): ((mount: Mount) => Mp3Mount) | null {
  return ffmpeg ? (mount) => new Mp3Mount(mount, { ffmpeg, now, log, isLoopLate }) : null
}

function record(
  broadcastId: number,
  { log, onRecordingFailed }: StreamContext,
  around: OnAirSurroundings,
): Recording {
  const onFailure = (err: unknown) => {
    log.error({ err, broadcastId }, 'The recording stopped; the broadcast goes on')
    around.onRecordingFailed()
    onRecordingFailed(broadcastId)
  }
  return new Recording({ directory: around.outlets.recordings, broadcastId, onFailure })
}

function guard(
  broadcastId: number,
  { clock, log, onSilence }: StreamContext,
  { onSilenceWarning }: OnAirSurroundings,
): Guardian {
  return new Guardian({
    onStep: (type) => onSilence({ broadcastId, type, at: new Date(clock.now()) }),
    onWarning: (seconds) => onSilenceWarning(broadcastId, seconds),
    onDeath: (err) =>
      log.warn({ err, broadcastId }, 'Nobody hears whether it is silent; that is tried again'),
  })
}
