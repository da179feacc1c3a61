import type { Activity } from '@carillon/contract/analytics'
import type { User } from '@carillon/contract/auth'
import type { Broadcast } from '@carillon/contract/broadcasts'
import type { Person } from '@carillon/contract/roles'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { bannedEmailOf } from '../../features/analytics/activity-kinds.ts'
import { ActivityLog } from '../../features/analytics/activity-log.tsx'
import { useRefreshActivity } from '../../features/analytics/use-activity.ts'
import { BanPerson } from '../../features/auth/people/ban-person.tsx'
import { LiftBan } from '../../features/auth/people/lift-ban.tsx'
import { PersonCard } from '../../features/auth/people/person-card.tsx'
import { rightToBan } from '../../features/auth/people/rights.ts'
import type { LogEntry } from '../../features/chat/chat-log.ts'
import { ModerationDesk, type ModerationDeskProps } from '../../features/chat/moderation/moderation-desk.tsx'
import { useRemovals } from '../../features/chat/moderation/use-removals.ts'
import { WordList } from '../../features/chat/moderation/word-list.tsx'
import { type ChatPlace, useChatAt, useChatPlace } from '../../features/chat/use-chat.ts'
import type { Live } from '../../features/stream/listener/live-status-provider.tsx'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PATHS } from '../paths.ts'
import { ModeratorLayout, type ModeratorParts } from './moderator-layout.tsx'
import { ModeratorTiles } from './moderator-tiles.tsx'
import { NoChat } from './no-chat.tsx'
import { useModeratedShow } from './use-moderated-show.ts'

/** Fingers, and screens without room for buttons in each row, get the actions of a message as a sheet. */
const NEEDS_SHEET = '(max-width: 63.99rem), (pointer: coarse)'

const People = lazy(async () => ({ default: (await import('./people-desk.tsx')).PeopleDesk }))
const Queue = lazy(async () => ({
  default: (await import('../../features/announcements/desk/review-queue.tsx')).ReviewQueue,
}))

/** What moderators see: the chat of the show on air, else of the last one, and all around it. */
export function ModeratorView({ user }: { user: User }) {
  const { live, isOnAir, broadcast, isFailed } = useModeratedShow()
  const around = useAround(user)
  if (broadcast)
    return (
      <ShowView
        key={broadcast.id}
        user={user}
        broadcast={broadcast}
        live={live}
        isOnAir={isOnAir}
        around={around}
      />
    )
  return (
    <ModeratorLayout
      tiles={<ModeratorTiles live={live} />}
      chat={<NoChat state={isFailed ? 'failed' : broadcast === null ? 'none' : 'loading'} />}
      {...around}
    />
  )
}

/** What does not change with what is said. */
type Around = Pick<ModeratorParts, 'review' | 'words' | 'people' | 'log'>

/** The same elements each time: news of the air draws them not anew. */
function useAround({ id, role }: User): Around {
  const refreshLog = useRefreshActivity()
  return useMemo(() => {
    const undoOf = (activity: Activity) => {
      const email = bannedEmailOf(activity)
      return email && <LiftBan self={{ id, role }} email={email} onLifted={refreshLog} />
    }
    return {
      review: (
        <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
          <Queue allPath={`${PATHS.announcements}?show=drafts`} editPath={editPath} />
        </Suspense>
      ),
      words: <WordList onAdded={refreshLog} />,
      people: (
        <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
          <People />
        </Suspense>
      ),
      log: <ActivityLog undoOf={undoOf} />,
    }
  }, [id, role, refreshLog])
}

function editPath(id: number): string {
  return PATHS.editAnnouncement.replace(':id', String(id))
}

type ShowViewProps = { user: User; broadcast: Broadcast; live: Live; isOnAir: boolean; around: Around }

function ShowView({ user, broadcast, live, isOnAir, around }: ShowViewProps) {
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
  const [banned, setBanned] = useState<Person | null>(null)
  const [author, setAuthor] = useState<Person | null>(null)
  const hasSheet = useMediaQuery(NEEDS_SHEET)
  const { id, role } = user
  const banRightOf = useCallback((person: Person) => rightToBan({ id, role }, person), [id, role])
  const select = useCallback(({ sender }: LogEntry) => setAuthor(sender), [])
  return (
    <>
      <ModeratorLayout
        tiles={
          <ModeratorTiles live={live} show={{ broadcast, isOnAir, room: place.room }} onEnded={refreshLog} />
        }
        chat={
          <LiveDesk
            broadcast={broadcast}
            place={place}
            moderation={moderation}
            isOver={!isOnAir}
            hasSheet={hasSheet}
            onBan={setBanned}
            banRightOf={banRightOf}
            onSelect={select}
          />
        }
        author={
          author && (
            <PersonCard self={user} person={author} onBan={setBanned} onClose={() => setAuthor(null)}>
              <dt>In this chat</dt>
              <dd>
                <CountInChat place={place} authorId={author.id} />
              </dd>
            </PersonCard>
          )
        }
        {...around}
        room={place.room}
      />
      {banned && (
        <BanPerson
          self={user}
          person={banned}
          onBanned={() => {
            setBanned(null)
            refreshLog()
          }}
          onClose={() => setBanned(null)}
        />
      )}
    </>
  )
}

/** Alone in being drawn anew at each message. */
function LiveDesk({ place, ...props }: Omit<ModerationDeskProps, 'chat'> & { place: ChatPlace }) {
  return <ModerationDesk {...props} chat={useChatAt(place)} />
}

function CountInChat({ place, authorId }: { place: ChatPlace; authorId: number }) {
  const { entries } = useChatAt(place).log
  return countWords(entries.filter(({ sender }) => sender.id === authorId).length)
}

function countWords(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`
}
