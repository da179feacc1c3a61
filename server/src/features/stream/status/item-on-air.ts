import type { OnAir } from '@carillon/contract/plays/now-playing'
import type { SoundingItem } from '../main-mount/sounding-item.ts'

/** The wire form of an item that sounds between shows, or that is over. */
export function itemOnAir(item: SoundingItem & { isOver?: boolean }): OnAir {
  const { kind, title, artist, broadcastId, firstAiredAtMs, startedAtMs, durationMs } = item
  const { soundsFromMs = startedAtMs } = item
  return {
    kind,
    title,
    ...(artist !== null && { artist }),
    ...(broadcastId !== null && { broadcastId }),
    ...(firstAiredAtMs !== null && { firstAiredAt: new Date(firstAiredAtMs).toISOString() }),
    startedAt: new Date(soundsFromMs).toISOString(),
    // A bed goes on until something else plays.
    ...((kind !== 'BED' || item.isOver) && { endsAt: new Date(startedAtMs + durationMs).toISOString() }),
  }
}

/** One line for players: "Artist - Title", or the title alone. */
export function soundTitleOf(onAir: OnAir | null): string {
  if (!onAir) return ''
  return onAir.artist ? `${onAir.artist} - ${onAir.title}` : onAir.title
}
