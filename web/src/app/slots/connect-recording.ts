import { isWanted, type RecordingPlayer } from '../../features/recordings/recording-player.ts'
import { artworkOf } from '../../features/stream/listener/artwork.ts'
import {
  type NowPlaying,
  obeyLockScreen,
  showOnLockScreen,
} from '../../features/stream/listener/media-session.ts'
import type { Player } from '../../features/stream/listener/player.ts'
import { wantsSound } from '../../features/stream/listener/player-state.ts'
import { STATION_NAME } from '../../lib/station-name.ts'

const STEP_BACK_MS = 15_000
const STEP_ON_MS = 30_000

/** What a recording is called on the lock screen. */
export type RecordingTitle = { title: string; djName: string }

/**
 * Lets a recording and the live player share the page: one volume, one lock screen, and one sound at a time, as
 * whichever begins pauses the other. Gives back how to part them; the lock screen is the live player's again.
 */
export function connectRecording(
  recording: RecordingPlayer,
  live: Player,
  shown: RecordingTitle,
): () => void {
  let wasWanted = false
  let isOnLockScreen = false
  const onLive = () => {
    const { state, volume, isMuted } = live.snapshot.get()
    recording.setLoudness(isMuted ? 0 : volume / 100)
    if (!wantsSound(state)) return
    recording.pause()
    giveBack()
  }
  const onRecording = () => {
    const { state } = recording.snapshot.get()
    const wanted = isWanted(state)
    if (wanted && !wasWanted) {
      if (!isOnLockScreen) takeLockScreen(recording, shown)
      isOnLockScreen = true
      live.pause()
    }
    wasWanted = wanted
    if (isOnLockScreen) showState(recording)
  }
  function giveBack(): void {
    if (isOnLockScreen) returnLockScreen(live)
    isOnLockScreen = false
  }
  onLive()
  const stops = [live.snapshot.subscribe(onLive), recording.snapshot.subscribe(onRecording)]
  return () => {
    for (const stop of stops) stop()
    giveBack()
  }
}

/** Unlike a live stream a recording can be sought. */
function takeLockScreen(recording: RecordingPlayer, { title, djName }: RecordingTitle): void {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  const step = (ms: number) => recording.seek(recording.snapshot.get().atMs + ms)
  mediaSession.metadata = new MediaMetadata({
    title,
    artist: djName,
    album: STATION_NAME,
    artwork: artworkOf(document),
  })
  mediaSession.setActionHandler('play', () => recording.play())
  mediaSession.setActionHandler('pause', () => recording.pause())
  mediaSession.setActionHandler('stop', () => recording.pause())
  mediaSession.setActionHandler('seekbackward', () => step(-STEP_BACK_MS))
  mediaSession.setActionHandler('seekforward', () => step(STEP_ON_MS))
  mediaSession.setActionHandler('seekto', ({ seekTime }) => recording.seek((seekTime ?? 0) * 1000))
}

function showState(recording: RecordingPlayer): void {
  if (!('mediaSession' in navigator)) return
  const { state, atMs } = recording.snapshot.get()
  navigator.mediaSession.playbackState = isWanted(state) ? 'playing' : 'paused'
  const { durationMs } = recording
  navigator.mediaSession.setPositionState?.({ duration: durationMs / 1000, position: atMs / 1000 })
}

function returnLockScreen(live: Player): void {
  if (!('mediaSession' in navigator)) return
  navigator.mediaSession.setPositionState?.()
  const nothing: NowPlaying | null = null
  obeyLockScreen(
    () => live.play(),
    () => live.pause(),
  )
  showOnLockScreen(nothing, wantsSound(live.snapshot.get().state))
}
