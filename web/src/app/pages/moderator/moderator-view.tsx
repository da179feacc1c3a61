import type { User } from '@carillon/contract/auth/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { Person } from '@carillon/contract/roles'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { useRefreshActivity } from '../../../features/analytics/use-activity.ts'
import { rightToBan } from '../../../features/auth/people/rights.ts'
import type { LogEntry } from '../../../features/chat/chat-log.ts'
import {
  ModerationDashboard,
  type ModerationDashboardProps,
} from '../../../features/chat/moderation/moderation-dashboard.tsx'
import { useRemovals } from '../../../features/chat/moderation/use-removals.ts'
import { useTimeoutOrders } from '../../../features/chat/moderation/use-timeouts.ts'
import { type ChatPlace, useChatAt, useChatPlace } from '../../../features/chat/use-chat.ts'
import type { Live } from '../../../features/stream/listener/live-status-context.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LineToDj } from '../../slots/line-to-dj.tsx'
import { ShowThatFollows } from '../../slots/show-that-follows.tsx'
import { ModeratorLayout } from './moderator-layout.tsx'
import { ModeratorTiles } from './moderator-tiles.tsx'
import { NoChat } from './no-chat.tsx'
import { useModeratedShow } from './use-moderated-show.ts'
import { WIDE } from './wide.ts'

/** Fingers, and screens without room for buttons in each row, get the actions of a message as a sheet. */
const NEEDS_SHEET = '(max-width: 63.99rem), (pointer: coarse)'

// Only after a press on a message.
const BanPerson = lazyPart(
  async () => (await import('../../../features/auth/people/ban-person.tsx')).BanPerson,
)
const AuthorCard = lazyPart(async () => (await import('./author-card.tsx')).AuthorCard)
// The chat comes first; what stands around it a moment later.
const Review = lazyPart(async () => (await import('./moderator-around.tsx')).Review)
const Words = lazyPart(async () => (await import('./moderator-around.tsx')).Words)
const Log = lazyPart(async () => (await import('./moderator-around.tsx')).Log)
const People = lazyPart(async () => (await import('./moderator-around.tsx')).People)

/** The same elements each time: what is said draws only the chat again. */
const AROUND = {
  review: <Later height="h-40" of={<Review />} />,
  words: <Later height="h-96" of={<Words />} />,
  log: <Later height="h-96" of={<Log />} />,
  people: <Later height="h-96" of={<People />} />,
}

/** Moderators' dashboard: the chat of the show on air, else of the last one, and all around it. */
export function ModeratorView({ user }: { user: User }) {
  const { live, isOnAir, broadcast, isFailed } = useModeratedShow()
  const refreshLog = useRefreshActivity()
  // Above the show: a reason that is being written outlives it.
  const [banned, setBanned] = useState<Person | null>(null)
  return (
    <>
      {broadcast ? (
        <ShowView {...{ user, broadcast, live, isOnAir }} onBan={setBanned} />
      ) : (
        <ModeratorLayout
          tiles={<ModeratorTiles live={live} />}
          chat={<NoChat state={isFailed ? 'failed' : broadcast === null ? 'none' : 'loading'} />}
          {...AROUND}
        />
      )}
      {banned && (
        <Suspense>
          <BanPerson self={user} person={banned} onBanned={refreshLog} onClose={() => setBanned(null)} />
        </Suspense>
      )}
    </>
  )
}

type ShowViewProps = {
  user: User
  broadcast: Broadcast
  live: Live
  isOnAir: boolean
  onBan(person: Person): void
}

/** The page with a show: its own parts start over with the next; all around stays, with the dialogs that are open there. */
// Long: the chat and its author's card share one state, and each is a component of its own.
function ShowView({ user, broadcast, live, isOnAir, onBan }: ShowViewProps) {
  const place = useChatPlace({
    broadcastId: broadcast.id,
    viewer: user,
    canModerate: true,
    slowMode: broadcast.slowModeEnabled ? { seconds: broadcast.slowModeSeconds } : null,
  })
  const refreshLog = useRefreshActivity()
  const moderation = useRemovals((id) => {
    place.room.forget(id)
    refreshLog()
  })
  const timeouts = useTimeoutOrders(broadcast.id, refreshLog)
  const [selected, setSelected] = useState<{ broadcastId: number; sender: Person } | null>(null)
  const hasSheet = useMediaQuery(NEEDS_SHEET)
  const isWide = useMediaQuery(WIDE)
  const { id, role } = user
  const { id: broadcastId } = broadcast
  const author = selected?.broadcastId === broadcastId ? selected.sender : null
  const banRightOf = useCallback((person: Person) => rightToBan({ id, role }, person), [id, role])
  const select = useCallback(({ sender }: LogEntry) => setSelected({ broadcastId, sender }), [broadcastId])
  const line = isOnAir && (
    <LineToDj key={broadcastId} broadcastId={broadcastId} viewerId={user.id} isFlush={isWide} />
  )
  return (
    <ModeratorLayout
      tiles={
        <>
          <ModeratorTiles
            key={`tiles ${broadcastId}`}
            live={live}
            show={{ broadcast, isOnAir, room: place.room }}
          />
          {isOnAir && <ShowThatFollows key={`next ${broadcastId}`} broadcastId={broadcastId} by="staff" />}
          {!isWide && line}
        </>
      }
      chat={
        <LiveDashboard
          key={broadcastId}
          broadcast={broadcast}
          place={place}
          moderation={moderation}
          isOver={!isOnAir}
          hasSheet={hasSheet}
          onBan={onBan}
          onTimeout={timeouts.give}
          banRightOf={banRightOf}
          onSelect={select}
          line={isWide && line}
        />
      }
      author={
        author && (
          <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
            <AuthorCard
              key={author.id}
              self={user}
              author={author}
              broadcastId={broadcastId}
              isOnAir={isOnAir}
              timeouts={timeouts}
              onBan={onBan}
              onClose={() => setSelected(null)}
            />
          </Suspense>
        )
      }
      {...AROUND}
      authorId={author?.id}
      room={place.room}
    />
  )
}

/** Alone in being drawn again at each message. */
function LiveDashboard({ place, ...props }: Omit<ModerationDashboardProps, 'chat'> & { place: ChatPlace }) {
  return <ModerationDashboard {...props} chat={useChatAt(place)} />
}

function Later({ of, height }: { of: ReactNode; height: string }) {
  return <Suspense fallback={<Skeleton className={`${height} rounded-card`} />}>{of}</Suspense>
}
