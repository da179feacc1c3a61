import type { RecordingPlayer } from '../../features/recordings/recording-player.ts'
import { usePlayerControls } from '../../features/stream/listener/player-context.ts'
import { wantsSound } from '../../features/stream/listener/player-state.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'

/** P for a recording. What sounds is what P pauses: while that is the live stream, it is the live player's. */
export function useRecordingKey(playerOf: () => RecordingPlayer | null): void {
  const live = usePlayerControls()
  usePageKeys({
    meaningOf: (key) =>
      key.toLowerCase() === 'p' && !wantsSound(live.snapshot.get().state) ? 'toggle' : undefined,
    onKey: () => playerOf()?.toggle(),
  })
}
