import { Badge, LiveBadge } from '../../../ui/badge.tsx'
import { LATENESS_WORDS } from '../lateness.ts'
import type { Phase } from './week.ts'

/** Badge of a show's phase, where that is worth a word. */
export function PhaseBadge({ phase }: { phase: Phase }) {
  if (phase === 'live') return <LiveBadge />
  if (phase === 'cancelled') return <Badge tone="danger">Cancelled</Badge>
  if (phase === 'playing') return <Badge tone="accent">On now</Badge>
  if (phase === 'next') return <Badge>Next</Badge>
  if (phase === 'over' || phase === 'later') return null
  return <Badge tone={phase === 'missing' ? 'neutral' : 'accent'}>{LATENESS_WORDS[phase]}</Badge>
}
