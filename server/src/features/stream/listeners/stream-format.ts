import type { Listener, ListenerOpening } from './listener.ts'

/** One form of the stream, Ogg Opus or MP3: what a listener gets first, and who sends it the rest. */
export type StreamFormat = {
  readonly mimeType: string
  readonly bitsPerSecond: number
  /** Whether players of this format know titles between the sound (Icy-MetaData). */
  readonly carriesTitles: boolean
  readonly fanOut: { add(listener: Listener): void; remove(listener: Listener): void }
  opening(): ListenerOpening
}
