import type { Poll } from '@carillon/contract/polls/schemas'
import { ChevronDown, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/announce.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { orderWords } from './order-words.ts'
import { PollBars } from './poll-bars.tsx'
import { outcomeWords, votesWords } from './poll-state.ts'
import type { PollsView } from './use-polls.ts'
import { useThrottledPoll } from './use-throttled-poll.ts'

type DashboardPollProps = {
  poll: Poll
  view: PollsView
  isLive: boolean
  /** Showing it ends the one that is open. */
  replaces: boolean
}

/** One poll on the dashboard: open with its results, waiting as a draft, or past with its outcome. */
export function DashboardPoll({ poll: newest, view, isLive, replaces }: DashboardPollProps) {
  const poll = useThrottledPoll(newest)
  const command = useCommand(orderWords)
  const [isAsking, setIsAsking] = useState(false)
  const show = () => command.run(async () => view.take(await view.calls.show(poll.id)))
  const end = () => command.run(async () => view.take(await view.calls.end(poll.id)))
  const remove = async () => {
    const isGone = await command.run((givenUp) => view.calls.remove(poll.id, givenUp))
    setIsAsking(false)
    if (!isGone) return
    announce('Poll deleted')
    view.drop(poll.id)
  }
  return (
    <div className="grid gap-2.5">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 self-center break-words">{poll.question}</h3>
        <PollActions
          poll={poll}
          isLive={isLive}
          busy={command.busy}
          onShow={() => void show()}
          onEnd={() => void end()}
          onDelete={() => setIsAsking(true)}
        />
      </div>
      <PollBody poll={poll} replaces={replaces} />
      {command.problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {command.problem}
        </p>
      )}
      <AlertDialog
        open={isAsking}
        title="Delete this poll?"
        confirmLabel="Delete"
        danger
        command={command}
        onConfirm={() => void remove()}
        onCancel={() => setIsAsking(false)}
      >
        <p>
          “{poll.question}”{' '}
          {poll.status === 'DRAFT'
            ? 'has not been shown.'
            : `and its ${votesWords(poll.totalVotes)} will be deleted.`}{' '}
          This cannot be undone.
        </p>
      </AlertDialog>
    </div>
  )
}

type PollActionsProps = {
  poll: Poll
  isLive: boolean
  busy: boolean
  onShow(): void
  onEnd(): void
  onDelete(): void
}

function PollActions({ poll, isLive, busy, onShow, onEnd, onDelete }: PollActionsProps) {
  return (
    <>
      {poll.status === 'DRAFT' && isLive && (
        <Button variant="outline" size="sm" busy={busy} onClick={onShow}>
          Show
        </Button>
      )}
      {poll.status === 'ACTIVE' && (
        <Button variant="outline" size="sm" busy={busy} onClick={onEnd}>
          End poll
        </Button>
      )}
      {poll.status !== 'ACTIVE' && (
        <IconButton
          label={`Delete “${poll.question}”`}
          icon={<Trash2 className="size-4.5" />}
          onClick={onDelete}
          className="size-9 text-text-muted"
        />
      )}
    </>
  )
}

function PollBody({ poll, replaces }: { poll: Poll; replaces: boolean }) {
  if (poll.status === 'DRAFT') {
    return (
      <p className="text-sm text-text-muted">
        {poll.options.map(({ text }) => text).join(' ·\u00a0')}
        {replaces && <span className="block">Showing it ends the open poll.</span>}
      </p>
    )
  }
  if (poll.status === 'ACTIVE') {
    return (
      <div className="grid gap-3">
        <PollBars poll={poll} dense />
        <p className="text-sm text-text-muted tabular-nums">
          {votesWords(poll.totalVotes)} ·&nbsp;listeners hear you a few seconds late, so give them a moment
        </p>
      </div>
    )
  }
  return (
    <details className="group">
      <summary className="flex list-none items-center gap-1 text-sm text-text-muted hover:text-text">
        <span className="min-w-0">
          {outcomeWords(poll)} ·&nbsp;{votesWords(poll.totalVotes)}
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform duration-120 group-open:rotate-180"
        />
      </summary>
      <div className="pt-3">
        <PollBars poll={poll} dense />
      </div>
    </details>
  )
}
