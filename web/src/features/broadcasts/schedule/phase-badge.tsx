import { Badge, LiveBadge } from '../../../ui/badge.tsx'
import type { Phase } from './week.ts'

/** Where a show stands, where that is worth a word. */
export function PhaseBadge({ phase }: { phase: Phase }) {
  if (phase === 'live') return <LiveBadge />
  if (phase === 'now') return <Badge tone="accent">Now</Badge>
  if (phase === 'cancelled') return <Badge tone="danger">Cancelled</Badge>
  return phase === 'next' ? <Badge>Next</Badge> : null
}
