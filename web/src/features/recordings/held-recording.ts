import { createStore, type Store } from '../../lib/store.ts'
import type { RecordingPlayer } from './recording-player.ts'

/** A recording that somebody has begun: it goes on, and can be paused, on every page. */
export type HeldRecording = {
  broadcastId: number
  title: string
  /** Whether anybody may listen to it, as its page knows; also one that comes later. */
  isPublic: Store<boolean>
  player: RecordingPlayer
  /** Ends its sound and lets go of it. */
  close(): void
}

/** The recording that was begun last; null for none. */
export const heldRecording = createStore<HeldRecording | null>(null)

/** The recording whose own player is on the page; null for none. */
export const recordingInView = createStore<number | null>(null)

/** Holds another one; the one before it is closed. */
export function holdRecording(next: HeldRecording | null): void {
  const before = heldRecording.get()
  heldRecording.set(next)
  before?.close()
}

/** Lets go of a recording that is not for everybody, nor is its title. */
export function releasePrivateRecording(): void {
  if (heldRecording.get()?.isPublic.get() === false) holdRecording(null)
}

/** Whether this player is the one that is held. */
export function isHeld(player: RecordingPlayer): boolean {
  return heldRecording.get()?.player === player
}

/** The recording of this show if it is held; null when another is, or none. */
export function heldOf(broadcastId: number): HeldRecording | null {
  const held = heldRecording.get()
  return held?.broadcastId === broadcastId ? held : null
}

/** The player of a recording that is held; null when another is, or none. */
export function heldPlayerOf(broadcastId: number): RecordingPlayer | null {
  return heldOf(broadcastId)?.player ?? null
}
