import { Badge, LiveBadge } from '../../../ui/badge.tsx'
import type { Standing } from './history-rows.ts'
import { STANDINGS } from './history-words.ts'

/** Badge of a show's standing; one that went as planned is quiet. */
export function StandingBadge({ standing }: { standing: Standing }) {
  if (standing === 'live') return <LiveBadge />
  if (standing === 'ended') return <span className="text-text-muted">{STANDINGS.ended}</span>
  return (
    <Badge className="whitespace-nowrap" tone={standing === 'planned' ? 'info' : 'warning'}>
      {STANDINGS[standing]}
    </Badge>
  )
}
