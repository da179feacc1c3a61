import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { useDj } from '../dj-context.tsx'
import { formatSpan } from '../durations.ts'
import { clearShowDraft } from '../show-draft.ts'
import type { OnAirPanels } from './on-air-dashboard.tsx'
import { StatePanel } from './state-panel.tsx'
import { Tile } from './tile.tsx'

type EndedViewProps = { broadcast: Broadcast; room: OnAirPanels; historyPath: string }

/** The show is over: its numbers, and what comes next. */
export function EndedView({ broadcast, room, historyPath }: EndedViewProps) {
  const engine = useDj()
  const startAnother = () => {
    clearShowDraft()
    engine.dismiss()
  }
  return (
    <div className="grid gap-4 lg:gap-6">
      <StatePanel
        tone="neutral"
        title="Broadcast ended"
        actions={
          <>
            <Button onClick={startAnother}>Start another</Button>
            <ButtonLink variant="outline" to={historyPath}>
              View in history
            </ButtonLink>
            <room.Actions broadcast={broadcast} />
          </>
        }
      >
        <p>
          <b className="text-text">{broadcast.title}</b> {ENDINGS[broadcast.endReason ?? 'ENDED_BY_DJ']}
        </p>
      </StatePanel>
      <Card className="grid grid-cols-2 gap-4 md:grid-cols-4" aria-label="Summary">
        <Tile value={formatSpan(lengthMsOf(broadcast))} label="on air" />
        <Tile value={String(broadcast.peakListeners)} label="listeners at the peak" />
        <room.Numbers broadcast={broadcast} as={Tile} />
      </Card>
      <room.Remains broadcast={broadcast} />
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
