import { type ReactNode, Suspense, useId, useState } from 'react'
import { useChatKey } from '../../../features/chat/use-chat-key.ts'
import { classNames } from '../../../lib/class-names.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import type { PartId } from './listen-room.tsx'
import type { Room } from './use-room.ts'

export type ListenColumnsProps = {
  banner?: ReactNode
  hero: ReactNode
  below?: ReactNode
  side: ReactNode
  /** Comes a moment later and may be nothing: where it moves nothing, under the hero on desktops, last on phones. */
  last?: ReactNode
  /** Chat, requests and polls; null while nothing is on air. */
  room?: Room | null
}

/** Two columns, 7 to 5, from 1024 px; one below, with the stage edge to edge on phones. On air the room joins them. */
export function ListenColumns({ room = null, ...parts }: ListenColumnsProps) {
  return room ? <WithRoom room={room} {...parts} /> : <Alone {...parts} />
}

function Alone({ banner, hero, below, side, last }: Omit<ListenColumnsProps, 'room'>) {
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 items-start pb-6 lg:grid-rows-[auto_1fr] md:gap-6 md:p-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {banner && <Banner>{banner}</Banner>}
      <div className="grid gap-4 md:gap-6">
        {hero}
        {below && <div className="max-md:px-4">{below}</div>}
      </div>
      <div className="max-md:p-4 lg:row-span-2">{side}</div>
      {last && <div className="max-md:px-4">{last}</div>}
    </div>
  )
}

// The player comes first: what people say around it is fetched when there is something to say.
const RoomParts = lazyPart(async () => (await import('./listen-room.tsx')).RoomParts)
const RoomChat = lazyPart(async () => (await import('./listen-room.tsx')).RoomChat)

/** Beside the player on desktops; below it, in tabs that fill the page, on everything smaller. */
function WithRoom({ room, banner, hero, below, side, last }: ListenColumnsProps & { room: Room }) {
  const isWide = useMediaQuery('(min-width: 64rem)')
  const [selected, setSelected] = useState<PartId>('chat')
  const base = useId()
  const tabs = isWide ? null : { base, selected, onSelect: setSelected }
  useChatKey(() => setSelected('chat'))
  const soon = (
    <>
      {below}
      {side}
    </>
  )
  const next = (
    <>
      {soon}
      {last}
    </>
  )
  return (
    <div className={isWide ? WIDE : NARROW}>
      <a href="#chat" className="skip-link">
        Skip to chat
      </a>
      {banner && <Banner>{banner}</Banner>}
      <div className={isWide ? 'grid content-start gap-6' : 'contents'}>
        {hero}
        <Suspense fallback={isWide ? soon : null}>
          <RoomParts room={room} tabs={tabs} next={next} />
        </Suspense>
      </div>
      <div
        {...(!isWide && { role: 'tabpanel', id: `${base}-chat`, 'aria-labelledby': `${base}-chat-tab` })}
        className={classNames(isWide ? WIDE_CHAT : NARROW_CHAT, !isWide && selected !== 'chat' && 'hidden')}
      >
        <Suspense fallback={null}>
          <RoomChat room={room} tabs={tabs} />
        </Suspense>
      </div>
    </div>
  )
}

const WIDE = 'mx-auto grid max-w-7xl grid-cols-[minmax(0,7fr)_minmax(0,5fr)] gap-6 p-6'
const WIDE_CHAT = 'sticky top-6 h-[calc(100cqh-3rem)] min-h-80 self-start'
const NARROW = 'flex h-full min-h-120 flex-col md:p-6 md:pb-0'
const NARROW_CHAT = 'grid min-h-0 flex-1'

function Banner({ children }: { children: ReactNode }) {
  return <div className="empty:hidden max-md:p-4 md:max-lg:pb-4 lg:col-span-2">{children}</div>
}
