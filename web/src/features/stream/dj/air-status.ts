import { SECOND_MS } from '@carillon/contract/durations'
import { createStore, type Store } from '../../../lib/store.ts'
import type { UploadReport } from './air.ts'
import type { DjState } from './dj-state.ts'
import { isAllMuted } from './mute.ts'
import type { SoundState } from './sound.ts'

/** State of this page's sound at the listeners. */
export type AirStatus = 'off-air' | 'on-air' | 'muted' | 'silence' | 'not-reaching-listeners' | 'handed-over'

export type AirInputs = {
  name: DjState['name']
  /** Everything that is open, by the DJ. */
  isMuted: boolean
  silentSeconds: number
  /** Whether the station acknowledges nothing of what is sent, or somebody stopped the stream. */
  isUnacknowledged: boolean
  /** Another DJ has the air; this page waits to stand in. */
  isHandedOver: boolean
}

/**
 * The one answer to "am I on air?". The most urgent comes first: without a line nothing else matters, and silence is
 * news only to a DJ who has not asked for it.
 */
export function airStatus({
  name,
  isMuted,
  silentSeconds,
  isUnacknowledged,
  isHandedOver,
}: AirInputs): AirStatus {
  if (name === 'reconnecting' || name === 'gave-up') return 'not-reaching-listeners'
  if (name !== 'live' && name !== 'degraded') return 'off-air'
  if (isHandedOver) return 'handed-over'
  if (isUnacknowledged) return 'not-reaching-listeners'
  if (isMuted) return 'muted'
  return silentSeconds > 0 ? 'silence' : 'on-air'
}

/** Word for the state, the same in the bar, in the title of the tab and for a screen reader: "SILENCE 6 s". */
export function airWord(status: AirStatus, seconds: number | null): string {
  const word = WORDS[status]
  return seconds === null ? word : `${word} ${seconds} s`
}

const WORDS: Record<AirStatus, string> = {
  // The bar and the title exist on air alone; the machine is a moment behind.
  'off-air': 'ON AIR',
  'on-air': 'ON AIR',
  muted: 'MUTED',
  silence: 'SILENCE',
  'not-reaching-listeners': 'NOT REACHING LISTENERS',
  'handed-over': 'HANDED OVER',
}

/** For how many seconds listeners have had nothing from this page, as far as it is known; null where they have. */
export function secondsWithout(status: AirStatus, report: UploadReport | null, now: number): number | null {
  if (status === 'silence') return report?.silentSeconds ?? null
  const since = unacknowledgedSince(report)
  if (status !== 'not-reaching-listeners' || since === null) return null
  return Math.max(0, Math.floor((now - since) / SECOND_MS))
}

function unacknowledgedSince(report: UploadReport | null): number | null {
  return report?.unacknowledgedSince ?? report?.stoppedSince ?? null
}

/** The status as a store, renewed with any of the three that it depends on. */
export function watchAirStatus(
  state: Store<DjState>,
  sound: Store<SoundState>,
  report: Store<UploadReport | null>,
): Store<AirStatus> {
  const read = () => {
    const silentSeconds = report.get()?.silentSeconds ?? 0
    const isUnacknowledged = unacknowledgedSince(report.get()) !== null
    return airStatus({
      name: state.get().name,
      isMuted: isAllMuted(sound.get()),
      silentSeconds,
      isUnacknowledged,
      isHandedOver: report.get()?.standIn === 'waiting',
    })
  }
  const status = createStore(read())
  for (const { subscribe } of [state, sound, report]) subscribe(() => status.set(read()))
  return status
}
