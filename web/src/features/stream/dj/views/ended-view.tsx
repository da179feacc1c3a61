import type { Broadcast } from '@carillon/contract/broadcasts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { useDj } from '../dj-context.tsx'
import { formatSpan } from '../durations.ts'
import { clearShowDraft } from '../show-draft.ts'
import { StatePanel } from './state-panel.tsx'
import { Tile } from './tile.tsx'

/** The show is over: its numbers, and what comes next. */
export function EndedView({ broadcast, historyPath }: { broadcast: Broadcast; historyPath: string }) {
  const engine = useDj()
  const startAnother = () => {
    clearShowDraft()
    engine.dismiss()
  }
  return (
    <div className="grid gap-4 lg:gap-6">
      <StatePanel
        tone="calm"
        title="Broadcast ended"
        actions={
          <>
            <Button onClick={startAnother}>Start another</Button>
            <ButtonLink variant="outline" to={historyPath}>
              View in history
            </ButtonLink>
          </>
        }
      >
        <p>
          <b className="text-text">{broadcast.title}</b> {ENDINGS[broadcast.endReason ?? 'ENDED_BY_DJ']}
        </p>
      </StatePanel>
      <Card className="grid grid-cols-2 gap-4 sm:grid-cols-3" aria-label="Summary">
        <Tile value={formatSpan(lengthMsOf(broadcast))} label="on air" />
        <Tile value={String(broadcast.peakListeners)} label="listeners at the peak" />
        <Tile value={String(broadcast.totalInteractions)} label="messages, requests and votes" />
      </Card>
    </div>
  )
}

const ENDINGS: Record<NonNullable<Broadcast['endReason']>, string> = {
  ENDED_BY_DJ: 'is off the air. Thank you for the show.',
  ENDED_BY_STAFF: 'was ended by the staff of the station.',
  SOURCE_LOST: 'was ended by the station, because your sound was away too long.',
}

function lengthMsOf({ actualStart, actualEnd }: Broadcast): number {
  return actualStart && actualEnd ? Date.parse(actualEnd) - Date.parse(actualStart) : 0
}
