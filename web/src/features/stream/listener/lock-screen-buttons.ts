const SEEKS = ['seekbackward', 'seekforward', 'seekto', 'previoustrack', 'nexttrack'] as const

/** The lock screen is about what is live, and not about a recording. */
let isOfLive = true
/** Step back in what is live; null where there is no way back. */
let backStep: (() => void) | null = null

/**
 * Lets the lock screen play and pause what is live, and step back in it where there is a way back; all other ways to seek go. Gives
 * back the undoing.
 */
export function obeyLockScreen(play: () => void, pause: () => void): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const session = navigator.mediaSession
  session.setActionHandler('play', play)
  session.setActionHandler('pause', pause)
  session.setActionHandler('stop', pause)
  for (const action of SEEKS) session.setActionHandler(action, null)
  isOfLive = true
  applyBackStep()
  return () => {
    for (const action of ['play', 'pause', 'stop'] as const) session.setActionHandler(action, null)
  }
}

/** Leaves the lock screen to something else that plays, until `obeyLockScreen`. */
export function leaveLockScreen(): void {
  isOfLive = false
}

/** Gives the lock screen a way back in what is live. Gives back the undoing. */
export function offerBackStep(step: () => void): () => void {
  backStep = step
  applyBackStep()
  return () => {
    if (backStep !== step) return
    backStep = null
    applyBackStep()
  }
}

function applyBackStep(): void {
  if (isOfLive && 'mediaSession' in navigator)
    navigator.mediaSession.setActionHandler('seekbackward', backStep)
}
