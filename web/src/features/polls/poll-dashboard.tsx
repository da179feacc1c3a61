import type { Poll } from '@carillon/contract/polls/schemas'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardPoll } from './dashboard-poll.tsx'
import { PollForm } from './poll-form.tsx'
import { type PollsView, usePolls } from './use-polls.ts'

type PollDashboardProps = { broadcastId: number; viewerId: number; isLive: boolean }

/** The polls of a broadcast for its DJ and for staff: write, show, end, delete. */
export function PollDashboard({ broadcastId, viewerId, isLive }: PollDashboardProps) {
  const view = usePolls(broadcastId)
  const [isWriting, setIsWriting] = useState(false)
  const newRef = useRef<HTMLButtonElement>(null)
  const closeForm = () => {
    setIsWriting(false)
    // The form takes the focus along; the button that opened it comes back.
    requestAnimationFrame(() => newRef.current?.focus())
  }
  return (
    <Card aria-labelledby="polls">
      <CardHead
        id="polls"
        title="Polls"
        aside={
          !isWriting &&
          isLive && (
            <Button
              ref={newRef}
              variant="outline"
              size="sm"
              icon={<Plus className="size-4.5" />}
              onClick={() => setIsWriting(true)}
            >
              New poll
            </Button>
          )
        }
      />
      <div className="grid gap-5">
        {isWriting && (
          <PollForm
            broadcastId={broadcastId}
            viewerId={viewerId}
            view={view}
            onDone={closeForm}
            onCancel={closeForm}
          />
        )}
        <PollList view={view} isLive={isLive} isWriting={isWriting} />
      </div>
    </Card>
  )
}

type PollListProps = { view: PollsView; isLive: boolean; isWriting: boolean }

function PollList({ view, isLive, isWriting }: PollListProps) {
  const { polls, isError, retry } = view
  if (!polls) return isError ? <NotLoaded onRetry={retry} /> : <Loading />
  const open = polls.find(({ status }) => status === 'ACTIVE')
  const drafts = polls.filter(({ status }) => status === 'DRAFT')
  const past = polls.filter(({ status }) => status === 'ENDED')
  const replaces = open !== undefined
  return (
    <>
      {isError && <NotLoaded onRetry={retry} isOld />}
      {open && <DashboardPoll key={open.id} poll={open} view={view} isLive={isLive} replaces={false} />}
      <PollGroup title="Ready to show" polls={drafts} view={view} isLive={isLive} replaces={replaces} />
      <PollGroup title="Earlier in this show" polls={past} view={view} isLive={isLive} replaces={false} />
      {polls.length === 0 && !isWriting && <None isLive={isLive} />}
    </>
  )
}

type GroupProps = { title: string; polls: Poll[]; view: PollsView; isLive: boolean; replaces: boolean }

function PollGroup({ title, polls, view, isLive, replaces }: GroupProps) {
  if (polls.length === 0) return null
  return (
    <section aria-label={title} className="grid gap-1">
      <p className="text-sm font-semibold text-text-muted">{title}</p>
      <ul className="divide-y divide-border">
        {polls.map((poll) => (
          <li key={poll.id} className="py-3 last:pb-0">
            <DashboardPoll poll={poll} view={view} isLive={isLive} replaces={replaces} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function None({ isLive }: { isLive: boolean }) {
  return (
    <p className="text-sm text-text-muted">
      {isLive
        ? 'No polls yet. All a poll needs is a question and two answers; listeners see it right away.'
        : 'There were no polls in this show.'}
    </p>
  )
}

function NotLoaded({ onRetry, isOld = false }: { onRetry: () => void; isOld?: boolean }) {
  const action = (
    <Button variant="outline" size="sm" onClick={onRetry}>
      Retry
    </Button>
  )
  return (
    <Banner tone="warning" action={action}>
      {isOld ? 'The polls could not be refreshed.' : 'The polls could not be loaded.'}
    </Banner>
  )
}

function Loading() {
  return (
    <div className="grid gap-3" role="status" aria-label="Loading polls">
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}
