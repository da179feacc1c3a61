import { z } from 'zod/mini'
import { storedValue } from '../../lib/stored.ts'
import { isRequested, type RecordingPlayer } from './recording-player.ts'

/** The places of this many recordings are kept, newest first. */
const MOST_PLACES = 20
/** Length of a recording that may be heard twice after a crash of the browser. */
const SAVE_EVERY_MS = 5_000

const placesSchema = z.array(z.object({ broadcastId: z.number(), atMs: z.number() }))
const places = storedValue('recording-places', placesSchema)

/** Place where the listener left a recording, in ms from the beginning. */
export function placeOf(broadcastId: number): number {
  return places.read()?.find((place) => place.broadcastId === broadcastId)?.atMs ?? 0
}

/** Keeps the place of a recording while it is heard; a recording that was heard to its end has none. Gives back how to stop. */
export function rememberPlace(broadcastId: number, player: RecordingPlayer): () => void {
  let saved = player.snapshot.get()
  const save = () => {
    saved = player.snapshot.get()
    const others = (places.read() ?? []).filter((place) => place.broadcastId !== broadcastId)
    const own = saved.state === 'ended' || saved.atMs === 0 ? [] : [{ broadcastId, atMs: saved.atMs }]
    places.write([...own, ...others].slice(0, MOST_PLACES))
  }
  const unsubscribe = player.snapshot.subscribe(() => {
    const { state, atMs } = player.snapshot.get()
    const isFar = Math.abs(atMs - saved.atMs) >= SAVE_EVERY_MS
    if (isFar || (isRequested(saved.state) && !isRequested(state))) save()
    else if (state !== saved.state) saved = { state, atMs: saved.atMs }
  })
  addEventListener('pagehide', save)
  return () => {
    if (player.snapshot.get().atMs !== saved.atMs) save()
    unsubscribe()
    removeEventListener('pagehide', save)
  }
}
