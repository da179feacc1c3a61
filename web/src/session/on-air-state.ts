import { createStore, useStore } from '../lib/store.ts'

/** The warning of everything that would take the DJ off the air; to the letter. */
export const LEAVING_TEXT =
  'You are currently broadcasting. Leaving this page will end your broadcast. Are you sure you want to leave?'

/** The show that goes out from this page; null off the air. A test does not count. */
export type OnAirShowNow = { broadcastId: number; title: string; startedAt: number }

/** Small on purpose: the shell may import it without loading the engine. */
export const onAirShow = createStore<OnAirShowNow | null>(null)

/** The show that this page sends out, for the shell. */
export function useOnAir(): OnAirShowNow | null {
  return useStore(onAirShow)
}
