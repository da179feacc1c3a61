import { FEED_HELD_MESSAGE } from '@carillon/contract/stream/schemas'
import { useEffect, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { useLasting } from '../../../lib/use-lasting.ts'
import { Behind } from './behind.tsx'
import { useLiveStatus } from './live-status-context.ts'
import { usePlayer } from './player-context.ts'
import type { PlayerState } from './player-state.ts'
import {
  BUFFERING_SHOWN_AFTER_MS,
  behindLabel,
  delayWords,
  PAUSED_WORDS,
  secondsUntil,
  stateWords,
} from './words.ts'

type StateLinesProps = {
  quietClassName: string
  /** Stands in place of what the player does. */
  invitation?: string | undefined
}

/** State of the player in one strong line, and more in a quiet one. */
export function StateLines({ quietClassName, invitation }: StateLinesProps) {
  const { state } = usePlayer()
  const words = useStateWords(state)
  return (
    <div className="-my-1 grid min-h-16 min-w-0 content-center leading-snug">
      <p className={classNames('font-semibold', invitation && 'text-accent')}>{invitation ?? words}</p>
      <p className={classNames('text-sm', quietClassName)}>
        {invitation ? DETAILS.idle : <Detail state={state} />}
      </p>
    </div>
  )
}

/**
 * Words for a state; buffering is said once the sound has stood for a second, silence from the studio by its cause, and idle is an
 * invitation.
 */
export function useStateWords(state: PlayerState): string {
  const live = useLiveStatus()
  const { isRecoveringShown, problem, item } = live
  const { place } = usePlayer()
  const isBuffering = state.name === 'buffering'
  const isLostLong = useLasting(state.name === 'retrying')
  const since = isBuffering ? state.since : 0
  const [shownSince, setShownSince] = useState(0)
  useEffect(() => {
    if (!isBuffering) return
    const timer = setTimeout(() => setShownSince(since), since + BUFFERING_SHOWN_AFTER_MS - Date.now())
    return () => clearTimeout(timer)
  }, [isBuffering, since])
  if (place && (state.name === 'playing' || state.name === 'idle')) return behindLabel(live)
  if (isRecoveringShown && (isBuffering || state.name === 'playing')) return 'Recovering…'
  if (problem === FEED_HELD_MESSAGE && (isBuffering || state.name === 'playing')) return PAUSED_WORDS
  const isSounding = state.name === 'playing' || (isBuffering && shownSince !== since)
  if (isSounding) return item ? 'Listening' : 'Listening live'
  if (state.name === 'retrying' && !isLostLong) return 'Buffering…'
  return state.name === 'idle' ? 'Ready when you are' : stateWords(state)
}

function Detail({ state }: { state: PlayerState }) {
  const { metrics, place } = usePlayer()
  const { isRecoveringShown, problem, item } = useLiveStatus()
  const isLostLong = useLasting(state.name === 'retrying')
  if (state.name === 'retrying') return isLostLong ? <RetryDetail dueAt={state.dueAt} /> : ' '
  if (place && (state.name === 'playing' || state.name === 'buffering' || state.name === 'idle'))
    return <Behind />
  if ((state.name === 'playing' || state.name === 'buffering') && isRecoveringShown)
    return 'The studio is reconnecting. Silence until it is back.'
  if ((state.name === 'playing' || state.name === 'buffering') && problem === FEED_HELD_MESSAGE)
    return 'The station paused the stream. It resumes here by itself.'
  if (state.name === 'playing' || state.name === 'buffering')
    return metrics && !item ? delayWords(metrics) : ' '
  return (item && BETWEEN_SHOWS[state.name]) || (DETAILS[state.name] ?? ' ')
}

const DETAILS: Partial<Record<PlayerState['name'], string>> = {
  idle: 'Press play to join the broadcast',
  connecting: 'Joining the broadcast',
  blocked: 'Press play to keep listening',
  'gave-up': 'Six attempts failed',
  'no-format': 'It doesn’t support Opus audio',
  'idle-stopped': 'Press play to join again',
  ended: 'Thank you for listening',
}

const BETWEEN_SHOWS: typeof DETAILS = { idle: 'Press play to listen', connecting: 'One moment' }

/** Counts down to the next try; "Try now" does not wait for it. */
function RetryDetail({ dueAt }: { dueAt: number | null }) {
  const { player } = usePlayer()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = secondsUntil(dueAt, now)
  if (seconds === null) return 'Trying now…'
  return (
    <>
      <span className="tabular-nums">in {seconds} s</span>{' '}
      <span className="whitespace-nowrap">
        ·{' '}
        <button
          type="button"
          onClick={() => player.tryNow()}
          className="font-semibold underline underline-offset-3 coarse:-my-3 coarse:py-3"
        >
          Try now
        </button>
      </span>
    </>
  )
}
