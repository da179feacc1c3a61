import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { DEAD_AIR_MESSAGE, FEED_HELD_MESSAGE } from '@carillon/contract/stream/schemas'
import { type ReactNode, useEffect, useState } from 'react'
import type { ChatRoom } from '../../../features/chat/chat-room.ts'
import { messagesPerMinute } from '../../../features/chat/moderation/pace.ts'
import { useMaskedCount } from '../../../features/chat/moderation/use-masked-count.ts'
import { useRadioStatus } from '../../../features/stream/control/use-system.ts'
import type { Live } from '../../../features/stream/listener/live-status-context.ts'
import { announce } from '../../../lib/announce.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { formatDate, formatTime } from '../../../lib/station-time.ts'
import { useStore } from '../../../lib/store.ts'
import { LiveBadge } from '../../../ui/badge.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** So often messages a minute are counted again, also while nobody writes. */
const PACE_MS = 5_000

export type ModeratorTilesProps = {
  live: Live
  /** The show whose chat is in view. */
  show?: { broadcast: Broadcast; isOnAir: boolean; room: ChatRoom }
}

/** Tiles that a moderator reads in a second: on air or not, what listeners hear, pace of the chat, masked messages. */
export function ModeratorTiles({ live, show }: ModeratorTilesProps) {
  const isOnAir = live.station === 'live'
  const isKnown = live.station !== 'unknown'
  const asOf = isKnown && live.isStale ? `as of ${formatTime(new Date(live.reportedAt))}` : undefined
  const sound = soundOf(live)
  useDeadAirWords(live.problem === DEAD_AIR_MESSAGE)
  return (
    <dl className={STRIP}>
      <StationTile value={isKnown && stationWords(live)} show={show} asOf={asOf} />
      <Tile
        label="Listeners"
        value={isKnown && <span className={asOf && QUIET}>{live.listenerCount}</span>}
        note={asOf}
      />
      <Tile
        label="Audio"
        value={
          isKnown && (isOnAir ? <span className={asOf ? QUIET : sound.colour}>{sound.words}</span> : '—')
        }
        note={asOf ?? sound.note}
      />
      <Tile label="Messages a minute" value={isKnown && (show?.isOnAir ? <Pace room={show.room} /> : '—')} />
      <Tile
        label="Masked messages"
        value={isKnown && (show ? <Masked room={show.room} /> : '—')}
        hint={show && (show.isOnAir ? 'Since this page opened' : 'In this chat')}
      />
      <MediaTile />
    </dl>
  )
}

/** Whether the media service runs: without it nothing goes on air. */
function MediaTile() {
  const { data, errorUpdatedAt, dataUpdatedAt } = useRadioStatus()
  const label = 'Media service'
  if (errorUpdatedAt > dataUpdatedAt) return <Tile label={label} value="—" note="no answer" />
  if (!data) return <Tile label={label} value={false} />
  const { running, startedAt } = data
  if (!running)
    return (
      <Tile
        label={label}
        value={<span className="text-live-ink">Stopped</span>}
        note="nothing can go on air until an admin starts it"
      />
    )
  const since = startedAt ? new Date(startedAt) : null
  return (
    <Tile
      label={label}
      value={<span className="text-success">Running</span>}
      hint={since ? `Since ${isToday(since) ? formatTime(since) : formatDate(since)}` : undefined}
    />
  )
}

/** Look of what was known last, while the station does not answer. */
const QUIET = 'text-text-muted'

function stationWords(live: Live): ReactNode {
  if (live.isStale) return <span className={QUIET}>{live.station === 'live' ? 'Live' : 'Not Live'}</span>
  if (live.isRecoveringShown) return <span className="text-warning">Recovering…</span>
  if (live.station === 'live') return <LiveBadge className="text-sm" />
  return 'Not Live'
}

type AudibleNow = { words: string; note: string | undefined; colour: string }

/** Sound at the listeners' speakers, and the reason for it. */
function soundOf({ station, problem, isRecoveringShown }: Live): AudibleNow {
  if (station !== 'live') return { words: '—', note: undefined, colour: '' }
  if (problem === DEAD_AIR_MESSAGE)
    return { words: 'Silence', note: 'for 20 seconds or more', colour: 'text-live-ink' }
  if (problem === FEED_HELD_MESSAGE)
    return { words: 'Silence', note: 'the stream is stopped', colour: 'text-live-ink' }
  if (isRecoveringShown) return { words: 'Silence', note: 'the DJ is reconnecting', colour: 'text-warning' }
  return { words: 'OK', note: undefined, colour: 'text-success' }
}

/** Says once that the air is dead. */
function useDeadAirWords(isDead: boolean): void {
  useEffect(() => {
    if (isDead) announce('Listeners hear silence', 'assertive')
  }, [isDead])
}

type StationTileProps = {
  value: ReactNode
  show: ModeratorTilesProps['show']
  /** When it was last known, while the station does not answer. */
  asOf: string | undefined
}

/** On air or not, and since when; a long title gives way to that, or has two lines on phones, and can be pointed at. */
function StationTile({ value, show, asOf }: StationTileProps) {
  const since = !asOf && show && sinceWords(show)
  return (
    <div className={`${CELL} col-span-2 md:col-span-5 lg:col-span-1`}>
      <dt className={LABEL}>Station</dt>
      <dd className="flex min-w-0 items-center gap-x-2.5 max-md:flex-1 max-md:flex-wrap max-md:justify-end">
        <Value>{value}</Value>
        {show && (
          <span title={show.broadcast.title} className="min-w-0 text-sm max-md:line-clamp-2 md:truncate">
            {show.broadcast.title}
          </span>
        )}
        {asOf && <span className="shrink-0 text-sm text-text-muted">{asOf}</span>}
        {since && <span className="shrink-0 text-sm text-text-muted max-md:hidden">{since}</span>}
      </dd>
    </div>
  )
}

function sinceWords({ broadcast, isOnAir }: { broadcast: Broadcast; isOnAir: boolean }): string | null {
  const at = isOnAir ? broadcast.actualStart : broadcast.actualEnd
  if (!at) return null
  const timestamp = new Date(at)
  if (isOnAir) return `since ${formatTime(timestamp)}`
  return `ended ${isToday(timestamp) ? formatTime(timestamp) : formatDate(timestamp)}`
}

function isToday(timestamp: Date): boolean {
  return formatDate(timestamp) === formatDate(new Date(stationClock.now()))
}

function Pace({ room }: { room: ChatRoom }) {
  const { entries, hasOlder } = useStore(room.state).log
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), PACE_MS)
    return () => clearInterval(timer)
  }, [])
  return messagesPerMinute(entries, hasOlder, stationClock.now())
}

function Masked({ room }: { room: ChatRoom }) {
  return useMaskedCount(useStore(room.state).log.entries)
}

type TileProps = {
  label: string
  value: ReactNode
  /** Words that must be read. */
  note?: string | undefined
  /** Words that are read where the value is pointed at. */
  hint?: string | undefined
}

/** `value` false: nobody knows yet. */
function Tile({ label, value, note, hint }: TileProps) {
  return (
    <div className={CELL} title={hint}>
      <dt className={LABEL}>{label}</dt>
      <dd className="min-w-0 max-md:text-right">
        <Value>{value}</Value>
        {note && <span className="block text-xs text-text-muted">{note}</span>}
      </dd>
    </div>
  )
}

function Value({ children }: { children: ReactNode }) {
  if (children === false) return <Skeleton className="my-1 h-5 w-12 max-md:ml-auto" />
  return (
    <span className="flex shrink-0 items-center font-display text-lg leading-7 font-bold whitespace-nowrap tabular-nums max-md:justify-end">
      {children}
    </span>
  )
}

/** Phones have a label and its value side by side; with more room the label stands above, and at last all in one row. */
const STRIP =
  'grid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border md:grid-cols-[4fr_4fr_6fr_6fr_5fr] lg:grid-cols-[minmax(0,12fr)_minmax(0,4fr)_minmax(0,5fr)_minmax(0,6fr)_minmax(0,6fr)_minmax(0,5fr)] desk:shrink-0'
const CELL =
  'flex min-w-0 items-center justify-between gap-x-3 bg-surface px-3 py-1.5 last:max-md:col-span-2 md:block md:px-4 md:py-2'
const LABEL = 'text-xs whitespace-nowrap text-text-muted md:truncate'
