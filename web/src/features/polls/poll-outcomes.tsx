import { Card, CardHead } from '../../ui/card.tsx'
import { PollBars } from './poll-bars.tsx'
import { votesWords } from './poll-facts.ts'
import { usePolls } from './use-polls.ts'

/** How the polls of a show came out, the first one first; nothing when none was held. */
export function PollOutcomes({ broadcastId }: { broadcastId: number }) {
  const held =
    usePolls(broadcastId)
      .polls?.filter(({ status }) => status !== 'DRAFT')
      .toReversed() ?? []
  if (held.length === 0) return null
  return (
    <Card aria-labelledby="poll-outcomes">
      <CardHead id="poll-outcomes" title={held.length === 1 ? 'The poll' : `${held.length} polls`} />
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
