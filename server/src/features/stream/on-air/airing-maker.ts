import type { Mount } from '../mount/mount.ts'
import type { Icecast } from '../outlets/icecast/icecast.ts'
import { Mp3Mount } from '../outlets/mp3/mp3-mount.ts'
import type { OpenOutlet } from '../outlets/outlet.ts'
import type { Outlets } from '../outlets/outlets.ts'
import { Recording } from '../outlets/recording.ts'
import type { StreamContext } from '../ports.ts'
import { Guardian } from '../silence/guardian.ts'
import { Airing, type AiringOptions } from './airing.ts'

/** Makes a mount with all that belongs to it. The caller begins and closes it. */
export type AiringMaker = (
  mount: Pick<AiringOptions, 'broadcastId' | 'kind' | 'peakListeners' | 'isProgramAside'>,
) => Airing

/** What all airings of a stream share, and who is told of what becomes of them. */
export type AiringSurroundings = {
  outlets: Outlets
  isLoopLate(): boolean
  relay(broadcastId: number, bytes: Uint8Array): void
  onSourceChange(airing: Airing): void
  /** What listeners hear has been silent for so long: for the DJ. */
  onSilenceWarning(broadcastId: number, seconds: number): void
  onRecordingFailed(): void
}

/** A live airing is recorded, heard by a guardian, and goes to Icecast and to MP3 where there are such; a test is not. */
export function createAiringMaker(context: StreamContext, around: AiringSurroundings): AiringMaker {
  const { now } = context
  const { outlets, isLoopLate } = around
  const { ffmpeg, icecast } = outlets
  return ({ broadcastId, kind, peakListeners, isProgramAside }) => {
    const isLive = kind === 'live'
    const airing = new Airing({
      broadcastId,
      kind,
      peakListeners,
      isProgramAside,
      recording: isLive ? record(broadcastId, context, around) : null,
      guard: () => (isLive ? guard(broadcastId, context, around) : null),
      outlets: isLive ? outletsTo(icecast) : [],
      makeMp3: isLive ? mp3By(ffmpeg, context, isLoopLate) : null,
      now,
      isLoopLate,
      isIcecastUp: () => icecast?.isUp ?? true,
      relay: (bytes) => around.relay(broadcastId, bytes),
      onSourceChange: () => around.onSourceChange(airing),
    })
    return airing
  }
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
  around: AiringSurroundings,
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
  { onSilenceWarning }: AiringSurroundings,
): Guardian {
  return new Guardian({
    onStep: (type) => onSilence({ broadcastId, type, at: new Date(clock.now()) }),
    onWarning: (seconds) => onSilenceWarning(broadcastId, seconds),
    onDeath: (err) =>
      log.warn({ err, broadcastId }, 'Nobody hears whether it is silent; that is tried again'),
  })
}
