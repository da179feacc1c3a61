import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useReviewQueue } from '../../../features/announcements/dashboard/use-review-queue.ts'
import type { ChatRoom } from '../../../features/chat/chat-room.ts'
import { useChatKey } from '../../../features/chat/use-chat-key.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Part, PartTabList, type PartTabs, usePartTabs } from '../../../ui/part-tabs.tsx'
import { usePeopleTab } from '../admin/use-people-tab.ts'
import { WIDE } from './wide.ts'

export type ModeratorParts = {
  tiles: ReactNode
  chat: ReactNode
  /** Card of the author of the message in focus; beside the chat, on wide screens only. */
  author?: ReactNode
  /** Whose card that is: it comes into view. */
  authorId?: number | undefined
  review: ReactNode
  words: ReactNode
  people: ReactNode
  log: ReactNode
  /** The chat in view: a message that comes while another tab is open leaves a dot. */
  room?: ChatRoom
}

/** The moderators' page: columns that scroll beside a chat with all the height, or tabs. One tree for both: dialogs stay open. */
export function ModeratorLayout({
  tiles,
  chat,
  author,
  authorId,
  review,
  words,
  log,
  people,
  room,
}: ModeratorParts) {
  const isWide = useMediaQuery(WIDE)
  const parts = usePartTabs(TABS, isWide)
  usePeopleTab(parts.select)
  useChatKey(() => parts.select('chat'))
  const side = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (authorId !== undefined) side.current?.scrollTo?.({ top: 0 })
  }, [authorId])
  const part = isWide ? 'grid grid-cols-[minmax(0,1fr)] empty:hidden' : 'px-4 pt-4 md:px-0'
  const column = isWide ? COLUMN : 'contents'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 desk:flex desk:min-h-0 desk:flex-col desk:gap-3">
      {tiles}
      <div className={isWide ? COLUMNS : '-mx-4 md:mx-0'}>
        {!isWide && <Heads parts={parts} room={room} />}
        <Part of="chat" parts={parts} className={isWide ? WIDE_CHAT : `${part} ${NARROW_CHAT}`}>
          {chat}
        </Part>
        <div ref={side} className={isWide ? SIDE : 'contents'}>
          <div className={column}>
            {isWide && author}
            <Part of="review" parts={parts} className={part}>
              {review}
            </Part>
            <Part of="words" parts={parts} className={part}>
              {words}
            </Part>
          </div>
          <div className={column}>
            <Part of="log" parts={parts} className={part}>
              {log}
            </Part>
            <Part of="people" parts={parts} className={part}>
              {people}
            </Part>
          </div>
        </div>
      </div>
    </div>
  )
}

const COLUMNS =
  'grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-6 xl:grid-cols-2 desk:min-h-0 desk:flex-1 desk:grid-rows-[minmax(0,1fr)] desk:items-stretch'
const WIDE_CHAT = 'grid h-[max(30rem,100dvh-10rem)] desk:h-auto'
const NARROW_CHAT = 'grid h-[max(25rem,100dvh-12rem)]'
const SIDE =
  'grid content-start gap-6 xl:grid-cols-2 relative -m-1 p-1 desk:overflow-y-auto lg:[scrollbar-width:thin]'
const COLUMN = 'grid grid-cols-[minmax(0,1fr)] content-start gap-6'

const TABS = ['chat', 'review', 'words', 'people', 'log'] as const
type TabId = (typeof TABS)[number]

function Heads({ parts, room }: { parts: PartTabs<TabId>; room: ChatRoom | undefined }) {
  const { selected } = parts
  const [seenId, setSeenId] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the tab; what comes later is new.
  useLayoutEffect(() => setSeenId(newestOf(room)), [selected])
  const waiting = useReviewQueue().data?.totalElements ?? 0
  const hasNew = useHasNewer(room, selected === 'chat' ? null : seenId)
  return (
    <PartTabList
      label="Parts of the dashboard"
      parts={parts}
      tabs={[
        { id: 'chat', label: 'Chat', dot: hasNew },
        { id: 'review', label: 'Review', count: waiting, countWord: 'to review' },
        { id: 'words', label: 'Words' },
        { id: 'people', label: 'People' },
        { id: 'log', label: 'Log' },
      ]}
    />
  )
}

function newestOf(room: ChatRoom | undefined): number {
  return room?.state.get().log.entries.at(-1)?.id ?? 0
}

const NO_SUBSCRIPTION = () => () => undefined

/** Whether something was said after this message; asked with null it never is. */
function useHasNewer(room: ChatRoom | undefined, seenId: number | null): boolean {
  const isNewer = () => seenId !== null && newestOf(room) > seenId
  return useSyncExternalStore(room?.state.subscribe ?? NO_SUBSCRIPTION, isNewer)
}
