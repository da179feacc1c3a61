import { isRequested, type RecordingPlayer } from '../../features/recordings/recording-player.ts'
import { artworkOf } from '../../features/stream/listener/artwork.ts'
import { leaveLockScreen, obeyLockScreen } from '../../features/stream/listener/lock-screen-buttons.ts'
import type { Player } from '../../features/stream/listener/player.ts'
import { wantsSound } from '../../features/stream/listener/player-state.ts'
import { STATION_NAME } from '../../lib/station-name.ts'

const STEP_BACK_MS = 15_000
const STEP_ON_MS = 30_000

/** Title of a recording on the lock screen. */
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
  const screen = createLockScreen(recording, live, shown)
  let wasRequested = false
  const onLive = () => {
    const { state, volume, isMuted } = live.snapshot.get()
    recording.setLoudness(isMuted ? 0 : volume / 100)
    if (!wantsSound(state)) return
    recording.pause()
    screen.giveBack()
  }
  const onRecording = () => {
    const requested = isRequested(recording.snapshot.get().state)
    const hasBegun = requested && !wasRequested
    wasRequested = requested
    if (hasBegun) {
      live.pause()
      screen.take()
    }
    screen.show()
  }
  onLive()
  const stops = [live.snapshot.subscribe(onLive), recording.snapshot.subscribe(onRecording)]
  return () => {
    for (const stop of stops) stop()
    screen.giveBack()
  }
}

/** The lock screen, while it is the recording's: unlike a live stream that can be sought. */
function createLockScreen(recording: RecordingPlayer, live: Player, { title, djName }: RecordingTitle) {
  if (!('mediaSession' in navigator)) return { take() {}, show() {}, giveBack() {} }
  const { mediaSession } = navigator
  const step = (ms: number) => recording.seek(recording.snapshot.get().atMs + ms)
  let metadata: MediaMetadata | null = null

  return {
    take(): void {
      leaveLockScreen()
      metadata = new MediaMetadata({
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
    },
    show(): void {
      if (!metadata) return
      const { state, atMs } = recording.snapshot.get()
      // The live player, paused by this, has just described itself.
      if (mediaSession.metadata !== metadata) mediaSession.metadata = metadata
      mediaSession.playbackState = isRequested(state) ? 'playing' : 'paused'
      mediaSession.setPositionState?.({ duration: recording.durationMs / 1000, position: atMs / 1000 })
    },
    giveBack(): void {
      if (!metadata) return
      metadata = null
      mediaSession.metadata = null
      mediaSession.playbackState = 'none'
      mediaSession.setPositionState?.()
      obeyLockScreen(
        () => live.play(),
        () => live.pause(),
      )
    },
  }
}
