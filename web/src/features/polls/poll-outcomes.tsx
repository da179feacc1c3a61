import type { Poll } from '@carillon/contract/polls/schemas'
import { Card, CardHead } from '../../ui/card.tsx'
import { PollBars } from './poll-bars.tsx'
import { votesWords } from './poll-state.ts'
import { usePolls } from './use-polls.ts'

/** Results of a show's polls, the first one first; nothing when none was held. */
export function PollOutcomes({ broadcastId }: { broadcastId: number }) {
  const held = useHeldPolls(broadcastId)
  if (held.length === 0) return null
  return (
    <Card aria-labelledby="poll-outcomes">
      <CardHead id="poll-outcomes" title={titleOf(held)} />
      <ul className="grid gap-6 md:grid-cols-2">
        {held.map((poll) => (
          <li key={poll.id} className="grid content-start gap-3">
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="min-w-0 break-words">{poll.question}</h3>
              <p className="shrink-0 text-sm text-text-muted tabular-nums">{votesWords(poll.totalVotes)}</p>
            </div>
            <PollBars poll={poll} dense />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The same as one part of something larger, in its narrow column. */
export function PollOutcomesPart({ broadcastId }: { broadcastId: number }) {
  const held = useHeldPolls(broadcastId)
  if (held.length === 0) return null
  return (
    <section aria-labelledby="poll-outcomes" className="grid gap-3">
      <h3 id="poll-outcomes">{titleOf(held)}</h3>
      <ul className="grid gap-5">
        {held.map((poll) => (
          <li key={poll.id} className="grid gap-2.5 text-sm">
            <div className="flex items-baseline justify-between gap-3">
              <h4 className="min-w-0 font-semibold break-words">{poll.question}</h4>
              <p className="shrink-0 text-text-muted tabular-nums">{votesWords(poll.totalVotes)}</p>
            </div>
            <PollBars poll={poll} dense />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useHeldPolls(broadcastId: number): readonly Poll[] {
  const { polls = [] } = usePolls(broadcastId)
  return polls.filter(({ status }) => status !== 'DRAFT').toReversed()
}

function titleOf(held: readonly Poll[]): string {
  return held.length === 1 ? 'The poll' : `${held.length} polls`
}
