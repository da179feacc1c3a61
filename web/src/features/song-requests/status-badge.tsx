import { Badge, type Tone } from '../../ui/badge.tsx'
import { isOpen, type SongRequestStatus } from './song-request-state.ts'

const LOOKS: Record<SongRequestStatus, { tone: Tone; words: string }> = {
  PENDING: { tone: 'neutral', words: 'Waiting' },
  ACCEPTED: { tone: 'accent', words: 'Accepted' },
  PLAYED: { tone: 'success', words: 'Played' },
  DECLINED: { tone: 'neutral', words: 'Declined' },
}

const NOT_PLAYED: { tone: Tone; words: string } = { tone: 'neutral', words: 'Not played' }

type StatusBadgeProps = {
  status: SongRequestStatus
  /** The show is over: what waited waits no more. */
  isOver?: boolean
}

/** Badge with the state of a request, in one word. */
export function StatusBadge({ status, isOver = false }: StatusBadgeProps) {
  const { tone, words } = isOver && isOpen({ status }) ? NOT_PLAYED : LOOKS[status]
  return (
    <Badge tone={tone} className="shrink-0">
      {words}
    </Badge>
  )
}
