import { type RefObject, useEffect, useRef } from 'react'
import { formatClock } from '../../lib/station-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { DashboardSongActions } from './dashboard-song-actions.tsx'
import { SongName } from './song-name.tsx'
import { askersWords, type SongGroup, type SongRequestStatus, waitWords } from './song-request-state.ts'
import { Undoing } from './undoing.tsx'
import type { Settled } from './use-settling.ts'

export type DashboardSongProps = {
  group: SongGroup
  /** By the station's clock. */
  now: number
  /** Just dealt with: it can be undone. */
  settled: Settled | undefined
  problem: string | undefined
  onSettle(status: SongRequestStatus): void
  onUndo(): void
  /** The time to undo is over; `hadFocus` when the row takes the focus along. */
  onLeave(hadFocus: boolean): void
}

/** One song on the desk: who asked, what they said, and what to do about it. */
export function DashboardSong({
  group,
  now,
  settled,
  problem,
  onSettle,
  onUndo,
  onLeave,
}: DashboardSongProps) {
  const { requests } = group
  const rowRef = useRef<HTMLLIElement>(null)
  const askedAt = new Date(requests[0]?.timestamp ?? now)
  const keepFocus = useFocusKeeper(rowRef, settled !== undefined)
  return (
    <li ref={rowRef} className="grid gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-[1_1_8rem]">
          <SongName {...group} />
          <p className="text-sm text-text-muted">
            {requests.length > 1 && <AskedTimes count={requests.length} />}
            {askersWords(group)}{' '}
            <span className="whitespace-nowrap">
              ·{' '}
              <time dateTime={askedAt.toISOString()} title={formatClock(askedAt)}>
                {waitWords(askedAt.getTime(), now)}
              </time>
            </span>
          </p>
        </div>
        <div data-actions className="ml-auto flex items-center gap-1">
          {settled ? (
            <Undoing
              settled={settled}
              onUndo={() => keepFocus(onUndo)}
              onLeave={() => onLeave(rowRef.current?.contains(document.activeElement) ?? false)}
            />
          ) : (
            <DashboardSongActions group={group} onSettle={(status) => keepFocus(() => onSettle(status))} />
          )}
        </div>
      </div>
      {requests.map(
        ({ id, message }) =>
          message !== '' && (
            <p key={id} className="border-l-2 border-border pl-2.5 text-sm break-words text-text-muted">
              {message}
            </p>
          ),
      )}
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </li>
  )
}

function AskedTimes({ count }: { count: number }) {
  return (
    <Badge tone="accent" className="mr-1.5 px-1.5! tabular-nums">
      <span aria-hidden="true">{count}×</span>
      <span className="sr-only">asked for {count} times</span>
    </Badge>
  )
}

/** The button that was pressed goes with what it did: the focus moves to the one that comes instead. */
function useFocusKeeper(row: RefObject<HTMLElement | null>, isSettled: boolean) {
  const pressedAs = useRef<boolean | null>(null)
  useEffect(() => {
    if (pressedAs.current === null || pressedAs.current === isSettled) return
    pressedAs.current = null
    row.current?.querySelector<HTMLElement>('[data-actions] button')?.focus()
  }, [row, isSettled])
  return (act: () => void) => {
    pressedAs.current = isSettled
    act()
  }
}
