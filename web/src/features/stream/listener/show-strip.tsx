import { SkipBack } from 'lucide-react'
import { useState } from 'react'
import { RewindStrip, type StripKind } from './rewind-strip.tsx'
import type { RewindMark } from './rewind-track.tsx'
import { rewindTo } from './rewinding.ts'
import { useRewindable } from './use-rewindable.ts'

const SHOW: StripKind = {
  words: {
    none: 'This show can’t be rewound.',
    unable: 'This browser can’t go back in a show.',
    place: 'Place in the show',
    live: 'Live',
    behind: (length) => `${length} behind live`,
    back: 'From the beginning',
    forward: 'Back to live',
  },
  BackIcon: SkipBack,
  goBack: rewindTo,
}

export type ShowStripProps = {
  broadcastId: number
  /** When the show began, by the station's clock. */
  beganAtMs: number
  marks: readonly RewindMark[]
  /** Somebody is about to use it. */
  onNear(): void
}

/** The show as a strip, from its beginning to now. */
export function ShowStrip({ broadcastId, beganAtMs, marks, onNear }: ShowStripProps) {
  const [isNear, setNear] = useState(false)
  const isRewindable = useRewindable(broadcastId, isNear)
  return (
    <RewindStrip
      kind={SHOW}
      beganAtMs={isRewindable ? beganAtMs : null}
      marks={marks}
      onNear={() => {
        setNear(true)
        onNear()
      }}
    />
  )
}
