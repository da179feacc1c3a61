import { STREAM_PATH } from '@carillon/contract/stream/schemas'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useDj } from '../dj-context.tsx'
import { ListenButton } from './listen-button.tsx'
import { StatePanel } from './state-panel.tsx'

/** In the waiting room: what is on air as `children`, the programme to listen to, and the way out. */
export function WaitingPanel({ children }: { children: ReactNode }) {
  const engine = useDj()
  const [problem, setProblem] = useState<string | null>(null)
  const leave = () => engine.end().catch((cause: unknown) => setProblem(wordsOf(cause)))
  return (
    <StatePanel
      tone="neutral"
      title="You’re standing by"
      actions={
        <>
          <ListenButton path={STREAM_PATH} label="Listen to the programme" onProblem={setProblem} />
          <Button variant="outline" onClick={() => void leave()}>
            Leave the waiting room
          </Button>
        </>
      }
    >
      {children}
      <p>Only you and staff can hear you. Use headphones to listen.</p>
      {problem && (
        <p role="alert" className="font-medium text-live-ink">
          {problem}
        </p>
      )}
    </StatePanel>
  )
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'The waiting room could not be left.'
}
