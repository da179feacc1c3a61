import { StatePanel } from './state-panel.tsx'

/** After a hand-over: whether listeners hear this page again, or may for some seconds. */
export function StandInPanel({ standIn }: { standIn: 'waiting' | 'on-air' }) {
  if (standIn === 'on-air')
    return (
      <StatePanel tone="red" role="alert" title="You’re on the air again" isWide>
        <p>The next DJ’s sound is lost. Listeners hear you until it is back.</p>
      </StatePanel>
    )
  return (
    <StatePanel tone="neutral" role="status" title="You have handed over" isWide>
      <p>Stay ready for 10 seconds: if the next DJ’s sound is lost, you’re on the air again.</p>
    </StatePanel>
  )
}
