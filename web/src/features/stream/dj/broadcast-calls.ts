import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { StreamHealth } from '@carillon/contract/stream/schemas'

/** Times are wall-clock times of the station; without them a broadcast starts in 30 s and ends 2 h later. */
export type NewShow = {
  title: string
  description: string
  scheduledStart?: string
  scheduledEnd?: string
  /** A draft: nobody is told of it until it goes on air. */
  unlisted?: boolean
  /** Unless it is false, anybody may hear its recording. */
  isRecordingPublic?: boolean
}

/** Song that is playing; a title of null is none. */
export type Playing = { title: string | null; artist: string }

/** Calls of the DJ's engine to the broadcasts feature; the app passes them in. All reject with ApiError. */
export type BroadcastCalls = {
  create(show: NewShow): Promise<Broadcast>
  update(
    id: number,
    change: { title?: string; description?: string; scheduledEnd?: string },
  ): Promise<Broadcast>
  setNowPlaying(id: number, playing: Playing): Promise<Broadcast>
  setRecordingPublic(id: number, isPublic: boolean): Promise<unknown>
  remove(id: number): Promise<unknown>
  get(id: number): Promise<Broadcast>
  live(signal?: AbortSignal): Promise<Broadcast[]>
  upcoming(): Promise<Broadcast[]>
  health(signal: AbortSignal): Promise<StreamHealth>
  start(id: number): Promise<Broadcast>
  startTest(id: number): Promise<Broadcast>
  standBy(id: number): Promise<Broadcast>
  /** `givenUp` ends its tries. */
  end(id: number, givenUp?: AbortSignal): Promise<Broadcast>
}
