import type { User } from '@carillon/contract/auth/schemas'
import type { Person } from '@carillon/contract/roles'
import { EarlierActions } from '../../../features/analytics/earlier-actions.tsx'
import { PersonCard } from '../../../features/auth/people/person-card.tsx'
import { ChatterSummary, TimeoutButton } from '../../../features/chat/moderation/chatter-summary.tsx'
import type { TimeoutOrders } from '../../../features/chat/moderation/use-timeouts.ts'

export type AuthorCardProps = {
  self: User
  author: Person
  broadcastId: number
  isOnAir: boolean
  timeouts: TimeoutOrders
  onBan(person: Person): void
  onClose(): void
}

/** The author of a message: what they wrote here, what was done to them before, and what can be done. */
export function AuthorCard(props: AuthorCardProps) {
  const { self, author, broadcastId, isOnAir, timeouts, onBan, onClose } = props
  return (
    <PersonCard
      self={self}
      person={author}
      onBan={onBan}
      onClose={onClose}
      acts={isOnAir && <TimeoutButton broadcastId={broadcastId} person={author} orders={timeouts} />}
      past={<EarlierActions personId={author.id} />}
    >
      <ChatterSummary broadcastId={broadcastId} person={author} />
    </PersonCard>
  )
}
