import type { Poll } from '@carillon/contract/polls/schemas'
import { classNames } from '../../lib/class-names.ts'
import { Badge } from '../../ui/badge.tsx'
import { type PollOption, percentOf, resultWords, votesWords } from './poll-state.ts'

type PollBarsProps = { poll: Pick<Poll, 'options' | 'totalVotes' | 'userVote'>; dense?: boolean }

/** The results as bars, each with its answer, percent and count as text; one's own is marked. */
export function PollBars({ poll, dense = false }: PollBarsProps) {
  return (
    <ul className={classNames('grid', dense ? 'gap-2.5' : 'gap-3.5')}>
      {poll.options.map((option) => (
        <Bar
          key={option.id}
          option={option}
          totalVotes={poll.totalVotes}
          isOwn={option.id === poll.userVote}
        />
      ))}
    </ul>
  )
}

type BarProps = { option: PollOption; totalVotes: number; isOwn: boolean }

function Bar({ option, totalVotes, isOwn }: BarProps) {
  const percent = percentOf(option.votes, totalVotes)
  return (
    <li className="grid gap-1.5">
      <span className="sr-only">
        {resultWords(option, totalVotes)}
        {isOwn && ', your vote'}
      </span>
      <span aria-hidden="true" className="flex items-baseline gap-2">
        <span className="min-w-0 break-words">{option.text}</span>
        {isOwn && (
          <Badge tone="accent" className="shrink-0 self-center">
            Your vote
          </Badge>
        )}
        <span className="ml-auto shrink-0 pl-2 text-sm whitespace-nowrap text-text-muted tabular-nums">
          {votesWords(option.votes)}
        </span>
        <span className="w-11 shrink-0 text-right font-bold tabular-nums">{percent}%</span>
      </span>
      <span
        aria-hidden="true"
        className="h-2.5 overflow-hidden rounded-full bg-surface-2 forced-colors:border"
      >
        <span
          style={{ width: `${percent}%` }}
          className={classNames(
            'block h-full rounded-full transition-[width] duration-280 ease-out forced-colors:bg-[Highlight]',
            isOwn ? 'bg-accent' : 'bg-chart-1',
          )}
        />
      </span>
    </li>
  )
}
