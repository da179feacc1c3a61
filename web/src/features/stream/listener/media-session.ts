import { STATION_NAME } from '../../../lib/station-name.ts'
import { DEFAULT_TITLE } from './words.ts'

/** Broadcast on air, in the words that are shown. */
export type NowPlaying = { title: string; djName: string | null }

/** Tells the lock screen what sounds; its picture follows as soon as it is drawn. */
export function showOnLockScreen(nowPlaying: NowPlaying | null, isPlaying: boolean): void {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
  const metadata = new MediaMetadata({
    title: nowPlaying?.title || DEFAULT_TITLE,
    artist: nowPlaying?.djName ?? STATION_NAME,
    album: STATION_NAME,
  })
  navigator.mediaSession.metadata = metadata
  const addPicture = async () => {
    const { artworkOf } = await import('./artwork.ts')
    metadata.artwork = artworkOf(document)
  }
  addPicture().catch((error) => console.error('The lock screen has no picture:', error))
}
