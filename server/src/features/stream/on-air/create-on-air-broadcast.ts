import type { MapRun } from '@carillon/media/takes/packet-map'
import type { OutputLease } from '../cluster/output-lease.ts'
import type { Mount, MountKind } from '../mount/mount.ts'
import type { Hls } from '../outputs/hls/hls.ts'
import type { Icecast } from '../outputs/icecast/icecast.ts'
import { LastingRecording } from '../outputs/lasting-recording.ts'
import { Mp3Mount } from '../outputs/mp3/mp3-mount.ts'
import type { OpenOutput } from '../outputs/output.ts'
import type { Outputs } from '../outputs/outputs.ts'
import type { StreamContext } from '../ports.ts'
import { isRewindable } from '../rewind/is-rewindable.ts'
import { SilenceDetector } from '../silence/silence-detector.ts'
import { InheritedTransmission } from './inherited-transmission.ts'
import { OnAirBroadcast, type OnAirBroadcastOptions } from './on-air-broadcast.ts'
import type { Transmission } from './transmission.ts'
import { Transmitter } from './transmitter.ts'

/** Settings of one broadcast, as they differ from others. */
export type NewOnAirBroadcast = Pick<
  OnAirBroadcastOptions,
  'broadcastId' | 'kind' | 'peakListeners' | 'isProgramAside' | 'before'
>

/** Dependencies shared by all broadcasts, and the callbacks that report their changes. */
export type OnAirSurroundings = {
  outputs: Outputs
  /** Which instance feeds Icecast. */
  outputLease: OutputLease
  hls: Hls
  isLoopLate(): boolean
  relay(broadcastId: number, bytes: Uint8Array, runs: readonly MapRun[]): void
  onSourceChange(onAir: OnAirBroadcast): void
  /** Warns the DJ: listeners have heard silence for this long. */
  onSilenceWarning(broadcastId: number, seconds: number): void
  onRecordingFailed(): void
  /** A turn on the main mount, also after a show that has it; null while that is switched off. */
  createTurn(before: Transmitter | null): Transmission | null
}

/**
 * Makes a mount with all that belongs to it; the caller begins and closes it. A live broadcast is recorded, measured
 * by a silence detector, and has its turn on the main mount where that is switched on; a test is not.
 */
export function createOnAirBroadcast(
  options: NewOnAirBroadcast,
  context: StreamContext,
  around: OnAirSurroundings,
): OnAirBroadcast {
  const { broadcastId, kind } = options
  const isLive = kind === 'live'
  const onAir = new OnAirBroadcast({
    ...options,
    hls: isLive ? around.hls : null,
    recording: isLive ? record(broadcastId, context, around) : null,
    isRecordingPublic: () => isRewindable(broadcastId, context),
    detectSilence: () => (isLive ? createDetector(broadcastId, context, around) : null),
    transmission: transmissionOf(options, context, around),
    now: context.now,
    isIcecastUp: () => around.outputs.icecast?.isUp ?? true,
    relay: (bytes, runs) => around.relay(broadcastId, bytes, runs),
    onSourceChange: () => around.onSourceChange(onAir),
  })
  return onAir
}

/** Way of a show to its listeners: on from the show before, a turn on the main mount, or a transmitter of its own. */
function transmissionOf(
  { kind, before }: NewOnAirBroadcast,
  context: StreamContext,
  around: OnAirSurroundings,
): Transmission {
  if (before?.handOn()) return new InheritedTransmission(before.transmitter)
  const turn = kind === 'live' ? around.createTurn(before?.transmitter ?? null) : null
  return turn ?? createTransmitter(kind, context, around)
}

/** Makes a transmitter: a live one goes to Icecast and to MP3 where there are such, a test does not. */
export function createTransmitter(
  kind: MountKind,
  context: StreamContext,
  {
    outputs: { ffmpeg, icecast },
    outputLease,
    hls,
    isLoopLate,
  }: Pick<OnAirSurroundings, 'outputs' | 'outputLease' | 'hls' | 'isLoopLate'>,
  keptMs = () => 0,
): Transmitter {
  const isLive = kind === 'live'
  return new Transmitter({
    now: context.now,
    isLoopLate,
    keptMs,
    makeMp3: isLive ? mp3By(ffmpeg, context, isLoopLate) : null,
    openHls: isLive ? () => hls.open() : null,
    outputs: isLive ? outputsTo(icecast) : [],
    outputLease: isLive && icecast ? outputLease : null,
  })
}

/** Outputs of a live broadcast beside its listeners here. */
function outputsTo(icecast: Icecast | null): OpenOutput[] {
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
  { now, log, onRecordingFailed }: StreamContext,
  around: OnAirSurroundings,
): LastingRecording {
  const onFailure = (err: unknown) => {
    log.error({ err, broadcastId }, 'The recording stopped; the broadcast goes on')
    around.onRecordingFailed()
    onRecordingFailed(broadcastId)
  }
  return new LastingRecording({ directory: around.outputs.recordings, broadcastId, onFailure, now })
}

function createDetector(
  broadcastId: number,
  { clock, log, onSilence }: StreamContext,
  { onSilenceWarning }: OnAirSurroundings,
): SilenceDetector {
  return new SilenceDetector({
    onStep: (type) => onSilence({ broadcastId, type, at: new Date(clock.now()) }),
    onWarning: (seconds) => onSilenceWarning(broadcastId, seconds),
    onDeath: (err) =>
      log.warn({ err, broadcastId }, 'Nobody hears whether it is silent; that is tried again'),
  })
}
