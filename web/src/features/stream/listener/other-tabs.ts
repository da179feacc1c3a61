import type { Player } from './player.ts'
import { wantsSound } from './player-state.ts'

/** Name of the lock that each tab holds while it wants to sound. */
const LOCK = 'carillon-sound'

/** Lets the browser's other tabs know while this player wants to sound. Gives how to stop. */
export function showOtherTabs(player: Pick<Player, 'snapshot'>): () => void {
  let release: (() => void) | null = null
  const follow = () => {
    const isSounding = wantsSound(player.snapshot.get().state)
    if (isSounding === (release !== null)) return
    release?.()
    release = isSounding ? hold() : null
  }
  const unsubscribe = player.snapshot.subscribe(follow)
  return () => {
    unsubscribe()
    release?.()
  }
}

/** Whether another tab wants to sound; false where the browser has no locks, as without HTTPS. */
export async function soundsInAnotherTab(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === LOCK)
}

function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Two tabs in which somebody pressed play both sound.
  navigator.locks?.request(LOCK, { mode: 'shared' }, () => promise).catch((error) => console.error(error))
  return resolve
}
