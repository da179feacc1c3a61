import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { TEST_LIMIT_MS } from '@carillon/contract/broadcasts/schemas'
import { testStreamPath } from '@carillon/contract/stream/schemas'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useDj, useNow } from '../dj-context.tsx'
import { formatCountdown } from '../durations.ts'
import { ListenButton } from './listen-button.tsx'
import { StatePanel } from './state-panel.tsx'

/** While a test runs: hear it as listeners would, then end it. */
export function TestPanel({ broadcast }: { broadcast: Broadcast }) {
  const engine = useDj()
  const [problem, setProblem] = useState<string | null>(null)
  const end = () => engine.end().catch((cause: unknown) => setProblem(wordsOf(cause)))
  return (
    <StatePanel
      tone="neutral"
      title="This is a test"
      actions={
        <>
          <ListenButton
            path={testStreamPath(broadcast.id)}
            label="Listen to the test"
            onProblem={setProblem}
          />
          <Button variant="outline" onClick={() => void end()}>
            End test
          </Button>
        </>
      }
    >
      <TimeLeft />
      <p>
        Only you and staff can hear it. Use headphones to listen: you hear yourself about three seconds later.
      </p>
      {problem && (
        <p role="alert" className="font-medium text-live-ink">
          {problem}
        </p>
      )}
    </StatePanel>
  )
}

/** A test ends by itself: the minutes and seconds until then. */
function TimeLeft() {
  const { openedAt } = useDj().line
  const now = useNow()
  const leftMs = (openedAt ?? now) + TEST_LIMIT_MS - now
  return (
    <p className="font-semibold text-text">
      Ends by itself in <span className="tabular-nums">{formatCountdown(leftMs)}</span>
    </p>
  )
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'The test could not be ended.'
}
