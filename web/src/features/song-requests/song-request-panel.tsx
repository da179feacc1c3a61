import type { Person } from '@carillon/contract/roles'
import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import { type ReactNode, useMemo } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { OwnRequests } from './own-requests.tsx'
import { SongRequestForm } from './song-request-form.tsx'
import { type SongRequestsView, useSongRequests } from './use-song-requests.ts'

export type SongRequestPanelProps = {
  broadcastId: number
  /** Null for a visitor, who is asked to sign in. */
  viewer: Pick<Person, 'id'> | null
  isLive: boolean
  /** Stands in the place of the form while the viewer may not use it. */
  blocked?: ReactNode
}

/** The listener's song requests: one field to ask, and what became of one's own. */
export function SongRequestPanel({ broadcastId, viewer, isLive, blocked }: SongRequestPanelProps) {
  return (
    <Card aria-labelledby="request-a-song">
      <CardHead id="request-a-song" title="Request a song" />
      {viewer ? (
        <SignedIn broadcastId={broadcastId} viewerId={viewer.id} isLive={isLive} blocked={blocked} />
      ) : (
        <Visitor />
      )}
    </Card>
  )
}

type SignedInProps = Pick<SongRequestPanelProps, 'broadcastId' | 'isLive' | 'blocked'> & { viewerId: number }

function SignedIn({ broadcastId, viewerId, isLive, blocked }: SignedInProps) {
  const view = useSongRequests(broadcastId, true)
  const own = useOwn(view.requests, viewerId)
  return (
    <div className="grid gap-4">
      {isLive ? (
        (blocked ?? <SongRequestForm viewerId={viewerId} view={view} own={own} />)
      ) : (
        <p className="text-sm text-text-muted">Requests are closed: they open again with the next show.</p>
      )}
      {view.isError && <NotLoaded view={view} />}
      <OwnRequests view={view} own={own} isLive={isLive} />
    </div>
  )
}

function useOwn(requests: SongRequest[] | undefined, viewerId: number): SongRequest[] {
  return useMemo(
    () => requests?.filter(({ requestedBy }) => requestedBy.id === viewerId) ?? [],
    [requests, viewerId],
  )
}

function Visitor() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-text-muted">Sign in to ask the DJ for a song.</p>
      <ButtonLink to="/login" variant="outline" size="sm">
        Sign in
      </ButtonLink>
    </div>
  )
}

function NotLoaded({ view }: { view: SongRequestsView }) {
  return (
    <div className="flex items-center justify-between gap-3 text-sm text-text-muted">
      <p>{view.requests ? 'Your requests could not be refreshed.' : 'Your requests could not be loaded.'}</p>
      <Button variant="outline" size="sm" onClick={view.retry}>
        Retry
      </Button>
    </div>
  )
}
