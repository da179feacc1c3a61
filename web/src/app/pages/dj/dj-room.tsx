import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { Person } from '@carillon/contract/roles'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useBroadcast } from '../../../features/broadcasts/use-broadcast.ts'
import { countUnread } from '../../../features/chat/follow.ts'
import { ExportLink } from '../../../features/chat/moderation/export-link.tsx'
import { type Chat, useChat } from '../../../features/chat/use-chat.ts'
import { useMessageCount } from '../../../features/chat/use-message-count.ts'
import { PollDashboard } from '../../../features/polls/poll-dashboard.tsx'
import { SongRequestDashboard } from '../../../features/song-requests/song-request-dashboard.tsx'
import { useRequestCounts } from '../../../features/song-requests/use-request-counts.ts'
import { StaffLineCard } from '../../../features/staff-line/staff-line-card.tsx'
import type { OnAirPanels } from '../../../features/stream/dj/views/on-air-dashboard.tsx'
import { useSession } from '../../../session/session.ts'
import { useNextShow } from '../../slots/next-show.ts'
import { DashboardPanels, isInView, useDashboardLayout } from './dashboard-panels.tsx'
import { DjChat } from './dj-chat.tsx'
import type { PanelId } from './use-panel-keys.ts'

type PanelsProps = { broadcast: Broadcast; audio: ReactNode }

/** Panels of the dashboard beside the sound: the features do not know each other. */
export const DJ_ON_AIR_PANELS: Omit<OnAirPanels, 'Remains' | 'Visibility' | 'Rail' | 'Waiting'> = {
  Panels,
  Numbers,
  Actions,
}

function Panels(props: PanelsProps) {
  const session = useSession()
  return session.state === 'signed-in' ? <PanelsOf {...props} viewer={session.user} /> : null
}

function PanelsOf({ broadcast, audio, viewer }: PanelsProps & { viewer: Person }) {
  const { id } = broadcast
  // The desk knows the show as it began: slow mode may have been set since, by staff too.
  const { slowModeEnabled, slowModeSeconds } = useBroadcast(id, true).data ?? broadcast
  const layout = useDashboardLayout()
  const [selected, setSelected] = useState<PanelId>('chat')
  const chat = useChat({
    broadcastId: id,
    viewer,
    canModerate: true,
    slowMode: slowModeEnabled ? { seconds: slowModeSeconds } : null,
  })
  const unread = useUnread(chat, viewer.id, isInView('chat', layout, selected))
  const open = useRequestCounts(id)?.open ?? 0
  const next = useNextShow(id)
  const line = (
    <StaffLineCard
      broadcastId={id}
      viewerId={viewer.id}
      to="staff"
      other={next}
      isFlush={layout !== 'phone'}
    />
  )
  const panels = (
    <DashboardPanels
      layout={layout}
      selected={selected}
      onSelect={setSelected}
      panels={{
        audio,
        chat: <DjChat broadcastId={id} chat={chat} viewer={viewer} line={layout === 'phone' ? null : line} />,
        requests: <SongRequestDashboard broadcastId={id} isLive listClassName={QUEUE} />,
        polls: <PollDashboard broadcastId={id} viewerId={viewer.id} isLive />,
      }}
      waiting={{
        chat: { count: unread, countWord: 'new' },
        requests: { count: open, countWord: 'open' },
      }}
    />
  )
  // On phones the chat may be behind a tab: the staff are above all of them.
  if (layout !== 'phone') return panels
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {line}
      {panels}
    </div>
  )
}

/** Beside the chat the polls stay in view below it. */
const QUEUE =
  'relative [scrollbar-width:thin] min-[90rem]:-mr-4 min-[90rem]:max-h-96 min-[90rem]:overflow-y-auto min-[90rem]:pr-4'

/** Counts the messages of others since the chat was last in view. */
function useUnread({ log, status }: Chat, viewerId: number, isSeen: boolean): number {
  const newestId = log.entries.at(-1)?.id ?? 0
  const [seenId, setSeenId] = useState(newestId)
  if ((isSeen || status === 'loading') && seenId !== newestId) setSeenId(newestId)
  return isSeen ? 0 : countUnread(log.entries, seenId, viewerId)
}

function Numbers({ broadcast, as: Tile }: ComponentProps<OnAirPanels['Numbers']>) {
  const requests = useRequestCounts(broadcast.id)
  const messages = useMessageCount(broadcast.id)
  return (
    <>
      <Tile value={messages === null ? '—' : String(messages)} label="messages" />
      <Tile value={requests ? String(requests.total) : '—'} label={`requests, ${requests?.open ?? 0} open`} />
    </>
  )
}

function Actions({ broadcast }: { broadcast: Broadcast }) {
  return <ExportLink broadcastId={broadcast.id} title={broadcast.title} size="full" />
}
