import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import type { OnAir } from '@carillon/contract/plays/now-playing'
import { Rewind } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePlayer } from './player-context.ts'
import { RewindStrip, type StripKind } from './rewind-strip.tsx'
import type { RewindMark } from './rewind-track.tsx'
import { stepBack } from './rewinding.ts'
import { useEarlier } from './use-earlier.ts'
import { useKeptSince } from './use-kept-since.ts'

const STATION: StripKind = {
  words: {
    none: 'There is nothing to go back to yet.',
    unable: 'This browser can’t go back.',
    place: 'Place in the last hours',
    live: 'Now',
    behind: (length) => `${length} ago`,
    back: 'Back 5 min',
    forward: 'Back to now',
  },
  BackIcon: Rewind,
  goBack: (player, lengthMs) => stepBack(player, 5 * MINUTE_MS, lengthMs),
}

type StationStripProps = {
  /** Hours that listeners may go back. */
  hours: number
  /** Beginning of what sounds now. */
  itemStartedAt: string
}

/** The strip between shows: the last hours of the station, as far as they are kept. */
export function StationStrip({ hours, itemStartedAt }: StationStripProps) {
  const { place } = usePlayer()
  const [isNear, setNear] = useState(false)
  const isUsed = isNear || place !== null
  const keptSinceMs = useKeptSince(hours, itemStartedAt, isUsed)
  const earlier = useEarlier(itemStartedAt, isUsed)
  return (
    <RewindStrip
      kind={STATION}
      beganAtMs={keptSinceMs}
      maxLengthMs={hours * HOUR_MS}
      marks={useMemo(() => earlier.map(markOf), [earlier])}
      onNear={() => setNear(true)}
    />
  )
}

/** Mark of an item, which is named for as long as it sounded. */
function markOf({ title, artist, startedAt, endsAt }: OnAir): RewindMark {
  return {
    key: startedAt,
    atMs: Date.parse(startedAt),
    label: artist ? `${title} by ${artist}` : title,
    namedUntilMs: endsAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(endsAt),
  }
}
