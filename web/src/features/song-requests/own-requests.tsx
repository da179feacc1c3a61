import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import { useEffect, useMemo, useRef } from 'react'
import { announce } from '../../lib/announce.ts'
import { useCommand } from '../../lib/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { orderWords } from './order-words.ts'
import { SongName } from './song-name.tsx'
import { isOpen, ordinal, placesOf } from './song-request-state.ts'
import { StatusBadge } from './status-badge.tsx'
import type { SongRequestsView } from './use-song-requests.ts'

type OwnRequestsProps = { view: SongRequestsView; own: readonly SongRequest[]; isLive: boolean }

/** One's own requests: those that are open in their order, then those that are settled. */
export function OwnRequests({ view, own, isLive }: OwnRequestsProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useStatusAnnouncements(own)
  const places = useMemo(() => placesOf(view.requests ?? []), [view.requests])
  if (own.length === 0) return null
  const settled = own.filter((request) => !isOpen(request)).toReversed()
  return (
    <section aria-labelledby="own-requests" className="border-t border-border pt-4">
      <h3 id="own-requests" ref={headingRef} tabIndex={-1} className="text-sm text-text-muted">
        Your requests
      </h3>
      <ul className="mt-1 divide-y divide-border">
        {[...own.filter(isOpen), ...settled].map((request) => (
          <OwnRequest
            key={request.id}
            request={request}
            place={places.get(request.id) ?? 0}
            view={view}
            isLive={isLive}
            onGone={() => headingRef.current?.focus()}
          />
        ))}
      </ul>
    </section>
  )
}

type OwnRequestProps = {
  request: SongRequest
  place: number
  view: SongRequestsView
  isLive: boolean
  onGone(): void
}

function OwnRequest({ request, place, view, isLive, onGone }: OwnRequestProps) {
  const command = useCommand(orderWords)
  const withdraw = async () => {
    if (!(await command.run(() => view.calls.remove(request.id)))) return
    announce(`Withdrawn: ${request.songTitle}`)
    onGone()
    view.drop(request.id)
  }
  const isWaiting = request.status === 'PENDING' && isLive
  return (
    <li className="grid gap-1 py-2.5 last:pb-0">
      <div className="flex min-h-9 items-center gap-3">
        <div className="min-w-0 flex-1">
          <SongName {...request} />
          {isWaiting && place > 0 && (
            <p className="text-sm text-text-muted tabular-nums">
              Waiting ·&nbsp;{ordinal(place)} in the queue
            </p>
          )}
        </div>
        {isWaiting ? (
          <Button
            variant="ghost"
            size="sm"
            busy={command.busy}
            aria-label={`Withdraw ${request.songTitle}`}
            onClick={() => void withdraw()}
            className="-mr-2 text-text-muted"
          >
            Withdraw
          </Button>
        ) : (
          <StatusBadge status={request.status} isOver={!isLive} />
        )}
      </div>
      {command.problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {command.problem}
        </p>
      )}
    </li>
  )
}

/** Says what became of a request, once. */
function useStatusAnnouncements(own: readonly SongRequest[]): void {
  const before = useRef(new Map<number, SongRequest['status']>())
  useEffect(() => {
    for (const { id, songTitle, status } of own) {
      const was = before.current.get(id)
      if (was && was !== status && status !== 'PENDING') {
        announce(`Your request ${songTitle} was ${status.toLowerCase()}`)
      }
    }
    before.current = new Map(own.map(({ id, status }) => [id, status]))
  }, [own])
}
