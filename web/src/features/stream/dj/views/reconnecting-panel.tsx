import { SECOND_MS } from '@carillon/contract/durations'
import type { FeedHold } from '@carillon/contract/stream/topics'
import { formatTime } from '../../../../lib/station-time.ts'
import { useStore } from '../../../../lib/store.ts'
import { Button } from '../../../../ui/button.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { useAirStatus, useDj, useNow, useSecondsWithout } from '../dj-context.tsx'
import { formatSpan } from '../durations.ts'
import type { Retry } from '../source-socket.ts'
import { StatePanel } from './state-panel.tsx'

/** The line is away: which try it is, and what listeners hear meanwhile. */
export function ReconnectingPanel({ retry }: { retry: Retry }) {
  const seconds = Math.max(0, Math.ceil((retry.at - useNow()) / 1000))
  const next = seconds > 0 ? `in ${seconds} s` : 'now'
  return (
    <StatePanel tone="amber" role="status" title="Connection lost. Reconnecting…">
      <p className="flex items-center gap-2 font-semibold text-warning">
        <Spinner className="size-4.5" />
        {retry.isOffline
          ? `You're offline. Looking again ${next}`
          : `Try ${retry.attempt} of ${retry.of}, ${next}`}
      </p>
      <Meanwhile />
    </StatePanel>
  )
}

/** The line looks open, and the station acknowledges nothing of what goes in. */
export function UnacknowledgedPanel() {
  const seconds = useSecondsWithout()
  const report = useStore(useDj().line.report)
  if (useAirStatus() !== 'not-reaching-listeners') return null
  if (report?.feedHold && report.unacknowledgedSince === null) return <StoppedPanel {...report.feedHold} />
  return (
    <StatePanel tone="amber" role="status" title="Your sound is not reaching the station">
      <p className="font-semibold text-warning tabular-nums">Nothing has arrived for {seconds} s</p>
      <Meanwhile />
    </StatePanel>
  )
}

function StoppedPanel({ by, since }: FeedHold) {
  const seconds = useSecondsWithout()
  return (
    <StatePanel tone="amber" role="status" title={`Stream stopped by ${by}, ${formatTime(new Date(since))}`}>
      <p className="font-semibold text-warning tabular-nums">
        Listeners have heard silence for {formatSpan((seconds ?? 0) * SECOND_MS)}
      </p>
      <p>
        Your sound arrives, and your show is still on air. Only the stream has to be started again: ask {by}.
      </p>
    </StatePanel>
  )
}

function Meanwhile() {
  return (
    <p>
      Your audio is paused for listeners: they hear silence and stay connected. Your microphone stays open,
      and the show goes on as soon as the station answers.
    </p>
  )
}

/** Twenty tries were not enough. The show is kept: one button goes on. */
export function GaveUpPanel() {
  const engine = useDj()
  return (
    <StatePanel
      tone="amber"
      role="alert"
      title="Your broadcast may have stopped"
      actions={<Button onClick={() => engine.tryAgain()}>Restart</Button>}
    >
      <p>
        The station did not answer 20 times. Check your network, then restart: your show and your settings are
        kept.
      </p>
    </StatePanel>
  )
}
