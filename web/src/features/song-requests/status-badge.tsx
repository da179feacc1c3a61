import { Badge, type Tone } from '../../ui/badge.tsx'
import type { SongRequestStatus } from './song-request-facts.ts'

const LOOKS: Record<SongRequestStatus, { tone: Tone; words: string }> = {
  PENDING: { tone: 'neutral', words: 'Waiting' },
  ACCEPTED: { tone: 'accent', words: 'Accepted' },
  PLAYED: { tone: 'success', words: 'Played' },
  DECLINED: { tone: 'neutral', words: 'Declined' },
}

/** What has become of a request, in one word. */
export function StatusBadge({ status }: { status: SongRequestStatus }) {
  const { tone, words } = LOOKS[status]
  return (
    <Badge tone={tone} className="shrink-0">
      {words}
    </Badge>
  )
}
