import { createStore, type Store } from '../../../lib/store.ts'
import type { UploadReport } from './air.ts'
import type { DjState } from './dj-state.ts'
import type { SoundState } from './sound.ts'

/** What listeners get from this page. */
export type AirStatus = 'off-air' | 'on-air' | 'muted' | 'silence' | 'not-reaching-listeners'

export type AirInputs = { name: DjState['name']; isMuted: boolean; silentSeconds: number }

/**
 * The one answer to "am I on air?". The most urgent comes first: without a line nothing else matters, and the station's
 * word that listeners hear silence goes before what this page believes of its own sound.
 */
export function airStatus({ name, isMuted, silentSeconds }: AirInputs): AirStatus {
  if (name === 'reconnecting' || name === 'gave-up') return 'not-reaching-listeners'
  if (name !== 'live' && name !== 'degraded') return 'off-air'
  if (silentSeconds > 0) return 'silence'
  return isMuted ? 'muted' : 'on-air'
}

/** The status as a store, renewed with any of the three that it depends on. */
export function watchAirStatus(
  state: Store<DjState>,
  sound: Store<SoundState>,
  report: Store<UploadReport | null>,
): Store<AirStatus> {
  const read = () => {
    const silentSeconds = report.get()?.silentSeconds ?? 0
    return airStatus({ name: state.get().name, isMuted: sound.get().isMuted, silentSeconds })
  }
  const status = createStore(read())
  for (const { subscribe } of [state, sound, report]) subscribe(() => status.set(read()))
  return status
}
