import { Badge, LiveBadge } from '../../../ui/badge.tsx'
import type { Standing } from './history-rows.ts'
import { STANDINGS } from './history-words.ts'

/** How a show stands, in a word; what went as planned says it quietly. */
export function StandingBadge({ standing }: { standing: Standing }) {
  if (standing === 'live') return <LiveBadge />
  if (standing === 'ended') return <span className="text-text-muted">{STANDINGS.ended}</span>
  return <Badge tone={standing === 'planned' ? 'info' : 'warning'}>{STANDINGS[standing]}</Badge>
}
