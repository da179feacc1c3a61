import { broadcastEventSchema } from '@carillon/contract/broadcasts/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { canModerate, ownersOf } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { Vote } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { broadcastKeys } from '../../../features/broadcasts/queries.ts'
import { ChatPanel } from '../../../features/chat/chat-panel.tsx'
import { TimeoutNotice } from '../../../features/chat/timeout-notice.tsx'
import { useTimeout } from '../../../features/chat/use-timeout.ts'
import { PollCard } from '../../../features/polls/poll-card.tsx'
import { usePolls } from '../../../features/polls/use-polls.ts'
import { SongRequestPanel } from '../../../features/song-requests/song-request-panel.tsx'
import { useIsBehind, useSentAt } from '../../../features/stream/listener/use-behind.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { useTabOfWork } from '../../../lib/use-tab-of-work.ts'
import { useSubscription } from '../../../realtime/use-subscription.ts'
import { useSession } from '../../../session/session.ts'
import { TabList } from '../../../ui/tabs.tsx'
import type { Room } from './use-room.ts'

const DelayedChatSwitch = lazyPart(
  async () => (await import('../../../features/stream/listener/behind-parts.tsx')).DelayedChatSwitch,
)

export type PartId = 'chat' | 'requests' | 'poll' | 'next'

/** The parts as tabs, for screens that show one at a time. */
export type PartTabs = { base: string; selected: PartId; onSelect(part: PartId): void }

const LABELS: Record<PartId, string> = { chat: 'Chat', requests: 'Requests', poll: 'Poll', next: 'Up next' }
const PARTS = Object.keys(LABELS) as PartId[]

type RoomPartsProps = {
  room: Room
  /** Null where everything is in view. */
  tabs: PartTabs | null
  /** Parts below: about the show, and the next one. */
  next: ReactNode
}

/** Everything of the room but the chat: the poll, the song requests, what comes next. All stay in the page. */
export function RoomParts({ room, tabs, next }: RoomPartsProps) {
  const { broadcastId, isLive } = room
  const viewer = useViewer()
  const timeoutUntil = useTimeout(viewer)
  useTabOfWork({
    ids: tabs ? PARTS : [],
    partIdOf: (id) => `${tabs?.base}-${id}`,
    select: (id) => tabs?.onSelect(id),
  })
  useBroadcastEvents(broadcastId)
  const part = (id: PartId, children: ReactNode) => (
    <Part id={id} tabs={tabs}>
      {children}
    </Part>
  )
  return (
    <>
      {tabs && <Heads tabs={tabs} broadcastId={broadcastId} mayVote={viewer !== null && isLive} />}
      {part(
        'poll',
        <PollCard broadcastId={broadcastId} viewer={viewer} isLive={isLive} showsNone={tabs !== null} />,
      )}
      {part(
        'requests',
        <SongRequestPanel
          broadcastId={broadcastId}
          viewer={viewer}
          isLive={isLive}
          blocked={timeoutUntil && <TimeoutNotice until={timeoutUntil} what="request songs" />}
        />,
      )}
      {part('next', next)}
    </>
  )
}

/** The chat of the room. */
export function RoomChat({ room, tabs }: Pick<RoomPartsProps, 'room' | 'tabs'>) {
  const { broadcastId, isLive, broadcast } = room
  const viewer = useViewer()
  const slowMode = broadcast?.slowModeEnabled ? { seconds: broadcast.slowModeSeconds } : null
  const isBehind = useIsBehind() && isLive
  const [isChatDelayed, setChatDelayed] = useState(false)
  const sentAt = useSentAt(isBehind && isChatDelayed)
  return (
    <ChatPanel
      broadcastId={broadcastId}
      viewer={viewer}
      isLive={isLive}
      canModerate={canModerate(viewer, broadcast && ownersOf(broadcast))}
      slowMode={slowMode}
      timeoutUntil={useTimeout(viewer)}
      isTab={tabs !== null}
      until={sentAt === null ? null : stationClock.at(sentAt)}
      above={
        isBehind && (
          <Suspense fallback={<div className="min-h-11 border-b border-border" />}>
            <DelayedChatSwitch isOn={isChatDelayed} onChange={setChatDelayed} />
          </Suspense>
        )
      }
      className={tabs ? 'rounded-none! border-t-0! max-md:border-0!' : 'h-full'}
    />
  )
}

type HeadsProps = { tabs: PartTabs; broadcastId: number; mayVote: boolean }

function Heads({ tabs, broadcastId, mayVote }: HeadsProps) {
  const asked = usePolls(broadcastId).polls?.find(({ status, hasVoted }) => status === 'ACTIVE' && !hasVoted)
  return (
    <>
      <TabList
        label="Parts of the show"
        tabs={PARTS.map((id) => ({ id, label: LABELS[id], dot: id === 'poll' && asked !== undefined }))}
        selected={tabs.selected}
        onSelect={tabs.onSelect}
        tabIdOf={(id) => `${tabs.base}-${id}-tab`}
        panelIdOf={(id) => `${tabs.base}-${id}`}
        className="shrink-0 md:mt-4 md:rounded-t-card md:border md:border-border"
      />
      {asked && mayVote && tabs.selected !== 'poll' && <PollLine question={asked.question} tabs={tabs} />}
    </>
  )
}

/** A poll that waits behind its tab, in one line; it leads there. */
function PollLine({ question, tabs }: { question: string; tabs: PartTabs }) {
  const open = () => {
    tabs.onSelect('poll')
    // The line goes with the press: the focus stays where it led.
    document.getElementById(`${tabs.base}-poll-tab`)?.focus()
  }
  return (
    <button
      type="button"
      onClick={open}
      className="flex h-11 shrink-0 items-center gap-2 border-b border-border bg-accent-soft px-4 text-left text-sm -outline-offset-2 md:border-x"
    >
      <Vote aria-hidden="true" className="size-4.5 shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1 truncate">{question}</span>
      <span className="font-semibold text-link">Vote</span>
    </button>
  )
}

/** The same elements in both forms: what is written in them stays. */
function Part({ id, tabs, children }: { id: PartId; tabs: PartTabs | null; children: ReactNode }) {
  return (
    <div
      {...(tabs && {
        role: 'tabpanel',
        id: `${tabs.base}-${id}`,
        'aria-labelledby': `${tabs.base}-${id}-tab`,
        hidden: tabs.selected !== id,
      })}
      className={tabs ? 'scroll-area min-h-0 flex-1' : 'contents'}
    >
      <div className={tabs ? 'grid gap-4 p-4 md:px-0' : 'grid gap-6 empty:hidden'}>{children}</div>
    </div>
  )
}

function useViewer(): Person | null {
  const session = useSession()
  return session.state === 'signed-in' ? session.user : null
}

/** A new title, or the end, is shown when it happens. */
function useBroadcastEvents(broadcastId: number): void {
  const queries = useQueryClient()
  const hasStood = useRef(false)
  const refetch = () => void queries.invalidateQueries({ queryKey: broadcastKeys.all })
  useSubscription(destinationFor(DESTINATIONS.broadcast, broadcastId), {
    onMessage(body) {
      const event = broadcastEventSchema.safeParse(body)
      if (event.success && event.data.type.startsWith('BROADCAST_')) refetch()
    },
    // What was asked for a moment before the first time is asked again by the clock, and who is on air is told elsewhere.
    onGap() {
      if (hasStood.current) refetch()
      hasStood.current = true
    },
  })
}
