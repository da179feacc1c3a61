import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useReviewQueue } from '../../../features/announcements/dashboard/use-review-queue.ts'
import type { ChatRoom } from '../../../features/chat/chat-room.ts'
import { useChatKey } from '../../../features/chat/use-chat-key.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Tabs } from '../../../ui/tabs.tsx'
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

/** The moderators' page: columns that scroll beside a chat with all the height, or tabs. */
export function ModeratorLayout(parts: ModeratorParts) {
  const isWide = useMediaQuery(WIDE)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 desk:flex desk:min-h-0 desk:flex-col desk:gap-3">
      {parts.tiles}
      {isWide ? <Columns {...parts} /> : <Parts {...parts} />}
    </div>
  )
}

function Columns({ chat, author, authorId, review, words, log, people }: ModeratorParts) {
  useChatKey()
  const side = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (authorId !== undefined) side.current?.scrollTo?.({ top: 0 })
  }, [authorId])
  return (
    <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-6 xl:grid-cols-2 desk:min-h-0 desk:flex-1 desk:grid-rows-[minmax(0,1fr)] desk:items-stretch">
      <div className="grid h-[max(30rem,100dvh-10rem)] desk:h-auto">{chat}</div>
      <div
        ref={side}
        className="grid content-start gap-6 xl:grid-cols-2 relative -m-1 p-1 desk:overflow-y-auto lg:[scrollbar-width:thin]"
      >
        <div className={COLUMN}>
          {author}
          {review}
          {words}
        </div>
        <div className={COLUMN}>
          {log}
          {people}
        </div>
      </div>
    </div>
  )
}

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] content-start gap-6'

type TabId = 'chat' | 'review' | 'words' | 'people' | 'log'

function Parts({ chat, review, words, people, log, room }: ModeratorParts) {
  const [tab, setTab] = useState<TabId>('chat')
  const [seenId, setSeenId] = useState(0)
  const waiting = useReviewQueue().data?.totalElements ?? 0
  const hasNew = useHasNewer(room, tab === 'chat' ? null : seenId)
  const select = (id: TabId) => {
    setSeenId(newestOf(room))
    setTab(id)
  }
  useChatKey(() => select('chat'))
  return (
    <Tabs
      label="Parts of the dashboard"
      className="-mx-4 md:mx-0"
      panelClassName="px-4 pt-4 md:px-0"
      selected={tab}
      onSelect={select}
      tabs={[
        {
          id: 'chat',
          label: 'Chat',
          dot: hasNew,
          content: <div className="grid h-[max(24rem,100dvh-13rem)]">{chat}</div>,
        },
        { id: 'review', label: 'Review', count: waiting, countWord: 'to review', content: review },
        { id: 'words', label: 'Words', content: words },
        { id: 'people', label: 'People', content: people },
        { id: 'log', label: 'Log', content: log },
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
