import type { Sound } from './sound.ts'

/** The calls of a microphone, which TypeScript's DOM library does not know yet. */
type MicrophoneSession = {
  setActionHandler(action: string, handler: (() => void) | null): void
  setMicrophoneActive?(isActive: boolean): Promise<void>
}

/** Ties the browser's own microphone button (Media Session) to the mute; gives back how to let go. */
export function tieMicrophoneButton(sound: Sound): () => void {
  const session = navigator.mediaSession as MicrophoneSession | undefined
  if (!session) return () => {}
  const toggle = () => sound.setMuted(!sound.state.get().isMuted)
  setHandler(session, toggle)
  const reportActive = () => void session.setMicrophoneActive?.(!sound.state.get().isMuted)
  reportActive()
  const unsubscribe = sound.state.subscribe(reportActive)
  return () => {
    unsubscribe()
    setHandler(session, null)
  }
}

function setHandler(session: MicrophoneSession, handler: (() => void) | null): void {
  try {
    session.setActionHandler('togglemicrophone', handler)
  } catch {
    // Browsers throw for actions they do not know: there is no such button then.
  }
}
