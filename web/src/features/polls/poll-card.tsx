import type { Poll } from '@carillon/contract/polls/schemas'
import type { Person } from '@carillon/contract/roles'
import { useEffect, useRef } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { announce } from '../../lib/announce.ts'
import { useCommand } from '../../lib/use-command.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PollBallot } from './poll-ballot.tsx'
import { PollBars } from './poll-bars.tsx'
import { outcomeWords, votesWords } from './poll-state.ts'
import { usePollInView } from './use-poll-in-view.ts'
import { type PollsView, usePolls } from './use-polls.ts'
import { useThrottledPoll } from './use-throttled-poll.ts'

export type PollCardProps = {
  broadcastId: number
  /** Null for a visitor, who sees the results. */
  viewer: Pick<Person, 'id'> | null
  isLive: boolean
  /** Says that there is no poll, where the card has a place of its own. */
  showsNone?: boolean
}

/** The poll that the broadcast asks its listeners; nothing while there is none. */
export function PollCard({ broadcastId, viewer, isLive, showsNone = false }: PollCardProps) {
  const view = usePolls(broadcastId)
  const poll = usePollInView(view.polls)
  usePollAnnouncements(view.polls === undefined ? undefined : poll)
  if (poll) return <PollInView key={poll.id} poll={poll} view={view} viewer={viewer} isLive={isLive} />
  if (!showsNone) return null
  if (view.polls) return <NoPoll />
  return view.isError ? <NotLoaded onRetry={view.retry} /> : null
}

type PollInViewProps = { poll: Poll; view: PollsView; viewer: PollCardProps['viewer']; isLive: boolean }

function PollInView({ poll: newest, view, viewer, isLive }: PollInViewProps) {
  const poll = useThrottledPoll(newest)
  const command = useCommand((error) => messageOf(error, 'Your vote could not be sent. Please try again.'))
  const headingRef = useRef<HTMLHeadingElement>(null)
  const isOpen = poll.status === 'ACTIVE' && isLive
  const vote = async (optionId: number) => {
    await command.run(async () => {
      try {
        view.take(await view.calls.vote(poll.id, optionId))
        announce('Your vote was counted')
        // The button that had the focus goes with the ballot.
        headingRef.current?.focus()
      } catch (error) {
        // Voted elsewhere, or closed meanwhile: what stands now says more than the refusal.
        if (error instanceof ApiError && error.status === 409) view.retry()
        throw error
      }
    })
  }
  const mayVote = isOpen && viewer !== null && !poll.hasVoted
  return (
    <Card aria-labelledby={`poll-${poll.id}`}>
      <header className="mb-4 flex items-start justify-between gap-3">
        <h2 id={`poll-${poll.id}`} ref={headingRef} tabIndex={-1} className="min-w-0 break-words">
          {poll.question}
        </h2>
        <PollState poll={poll} isOpen={isOpen} />
      </header>
      {mayVote ? (
        <PollBallot
          poll={poll}
          busy={command.busy}
          problem={command.problem}
          onVote={(optionId) => void vote(optionId)}
        />
      ) : (
        <fieldset aria-labelledby={`poll-${poll.id}`} className="grid gap-4">
          <PollBars poll={poll} />
          {command.problem && (
            <p role="alert" className="text-sm text-text-muted">
              {command.problem}
            </p>
          )}
          {isOpen && viewer === null && (
            <ButtonLink to="/login" variant="outline" size="sm" className="justify-self-start">
              Sign in to vote
            </ButtonLink>
          )}
        </fieldset>
      )}
    </Card>
  )
}

function PollState({ poll, isOpen }: { poll: Poll; isOpen: boolean }) {
  return (
    <p className="flex shrink-0 items-center gap-2 pt-0.5 text-sm whitespace-nowrap text-text-muted tabular-nums">
      {votesWords(poll.totalVotes)}
      {isOpen ? ' · open' : <Badge>{poll.status === 'ENDED' ? 'Final' : 'Closed'}</Badge>}
    </p>
  )
}

function NoPoll() {
  return (
    <Card className="text-center">
      <h2>No poll right now</h2>
      <p className="mt-1 text-sm text-text-muted">When the DJ asks something, you can vote here.</p>
    </Card>
  )
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <Card className="grid justify-items-center gap-3 text-center">
      <p className="text-sm text-text-muted">The poll could not be loaded.</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </Card>
  )
}

/** Says once that a poll came, or how it came out; what was there before is not news. */
function usePollAnnouncements(poll: Poll | null | undefined): void {
  const before = useRef<Poll | null | undefined>(undefined)
  useEffect(() => {
    const was = before.current
    before.current = poll
    if (was === undefined || !poll) return
    if (poll.status === 'ACTIVE' && poll.id !== was?.id) announce(`New poll: ${poll.question}`)
    if (poll.status === 'ENDED' && was?.status === 'ACTIVE') announce(`Poll ended: ${outcomeWords(poll)}`)
  }, [poll])
}
