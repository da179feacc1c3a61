import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { TEST_LIMIT_MS } from '@carillon/contract/broadcasts/schemas'
import { testStreamPath } from '@carillon/contract/stream/schemas'
import { Ear, EarOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useDj, useNow } from '../dj-context.tsx'
import { formatCountdown } from '../durations.ts'
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
          <ListenButton broadcastId={broadcast.id} onProblem={setProblem} />
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

type ListenButtonProps = { broadcastId: number; onProblem(problem: string | null): void }

function ListenButton({ broadcastId, onProblem }: ListenButtonProps) {
  const player = useRef<HTMLAudioElement | null>(null)
  const [isListening, setIsListening] = useState(false)
  useEffect(() => () => silence(player), [])
  const listen = async () => {
    const audio = new Audio(`${testStreamPath(broadcastId)}?t=${Date.now()}`)
    player.current = audio
    setIsListening(true)
    onProblem(null)
    await audio.play().catch(() => {
      if (player.current !== audio) return
      setIsListening(false)
      onProblem('The test cannot be played yet. Try again in a moment.')
    })
  }
  const leave = () => {
    silence(player)
    setIsListening(false)
  }
  const Icon = isListening ? EarOff : Ear
  return (
    <Button
      icon={<Icon aria-hidden="true" className="size-5" />}
      onClick={isListening ? leave : () => void listen()}
    >
      {isListening ? 'Stop listening' : 'Listen to the test'}
    </Button>
  )
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'The test could not be ended.'
}

/** Without its address the player lets go of the connection. */
function silence(player: RefObject<HTMLAudioElement | null>): void {
  player.current?.removeAttribute('src')
  player.current?.load()
  player.current = null
}
