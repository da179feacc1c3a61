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
  const sound = soundOf(live)
  useDeadAirWords(live.problem === DEAD_AIR_MESSAGE)
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border md:grid-cols-3 xl:grid-cols-6">
      <Tile label="Station" value={isKnown && stationWords(live)} note={show && showWords(show)} />
      <Tile
        label="Listeners"
        value={isKnown && live.listenerCount}
        note={isOnAir ? 'right now' : 'off air'}
      />
      <Tile
        label="They hear"
        value={isKnown && (isOnAir ? <span className={`text-lg ${sound.colour}`}>{sound.words}</span> : '—')}
        note={sound.note}
      />
      <Tile
        label="Messages a minute"
        value={isKnown && (show?.isOnAir ? <Pace room={show.room} /> : '—')}
        note={show?.isOnAir ? 'in the last minute' : 'off air'}
      />
      <Tile
        label="Masked messages"
        value={isKnown && (show ? <Masked room={show.room} /> : '—')}
        note={show && (show.isOnAir ? 'since this page opened' : 'in this chat')}
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
        value={<span className="text-lg text-live-ink">Stopped</span>}
        note="nothing can go on air until an admin starts it"
      />
    )
  const since = startedAt ? new Date(startedAt) : null
  return (
    <Tile
      label={label}
      value={<span className="text-lg text-success">Running</span>}
      note={since ? `since ${isToday(since) ? formatTime(since) : formatDate(since)}` : undefined}
    />
  )
}

function stationWords(live: Live): ReactNode {
  if (live.isRecoveringShown) return <span className="text-lg text-warning">Recovering…</span>
  if (live.station === 'live') return <LiveBadge className="text-sm" />
  return <span className="text-lg">Not Live</span>
}

type AudibleNow = { words: string; note: string; colour: string }

/** Sound at the listeners' speakers, and the reason for it. */
function soundOf({ station, problem, isRecoveringShown }: Live): AudibleNow {
  if (station !== 'live') return { words: '—', note: 'off air', colour: '' }
  if (problem === DEAD_AIR_MESSAGE)
    return { words: 'Silence', note: 'for 20 seconds or more', colour: 'text-live-ink' }
  if (problem === FEED_HELD_MESSAGE)
    return { words: 'Silence', note: 'the stream is stopped', colour: 'text-live-ink' }
  if (isRecoveringShown) return { words: 'Silence', note: 'the DJ is reconnecting', colour: 'text-warning' }
  return { words: 'Sound', note: 'from the studio', colour: 'text-success' }
}

/** Says once that the air is dead. */
function useDeadAirWords(isDead: boolean): void {
  useEffect(() => {
    if (isDead) announce('Listeners hear silence', 'assertive')
  }, [isDead])
}

function showWords({ broadcast, isOnAir }: { broadcast: Broadcast; isOnAir: boolean }): string {
  const at = isOnAir ? broadcast.actualStart : broadcast.actualEnd
  if (!at) return broadcast.title
  const timestamp = new Date(at)
  if (isOnAir) return `${broadcast.title} · since ${formatTime(timestamp)}`
  return `${broadcast.title} · ended ${isToday(timestamp) ? formatTime(timestamp) : formatDate(timestamp)}`
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

type TileProps = { label: string; value: ReactNode; note?: string | undefined }

/** `value` false: nobody knows yet. */
function Tile({ label, value, note }: TileProps) {
  return (
    <div className="grid min-w-0 content-start gap-0.5 bg-surface px-4 py-2.5 md:py-3 lg:px-5 lg:py-4">
      <dt className="text-sm text-text-muted">{label}</dt>
      <dd className="min-w-0">
        {value === false ? (
          <Skeleton className="my-1 h-6 w-16" />
        ) : (
          <span className="flex h-8 items-center truncate font-display text-xl font-bold tabular-nums md:text-2xl">
            {value}
          </span>
        )}
        {note && (
          <span title={note} className="line-clamp-2 text-sm text-text-muted max-md:text-xs">
            {note}
          </span>
        )}
      </dd>
    </div>
  )
}
