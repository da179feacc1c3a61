import type { Sound } from './sound.ts'

/** Makes sure that sound comes out of the mixer. Rejects with what the DJ reads where it does not. */
export async function openSound(sound: Sound): Promise<void> {
  if (!sound.isOpen) await sound.choose(sound.state.get().mode)
  if (sound.isOpen && (await sound.wake())) return
  const { input } = sound.state.get()
  throw new Error(
    input.state === 'failed'
      ? input.message
      : 'Your browser has not started the sound yet. Please try again.',
  )
}
