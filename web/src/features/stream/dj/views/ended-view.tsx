import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { classNames } from '../../../../lib/class-names.ts'
import { endedByWords } from '../../../../lib/ending-words.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { useDj } from '../dj-context.tsx'
import { clearShowDraft } from '../show-draft.ts'
import { REST } from './dashboard-layout.ts'
import type { OnAirPanels } from './on-air-dashboard.tsx'
import { StatePanel } from './state-panel.tsx'

type EndedViewProps = { broadcast: Broadcast; room: OnAirPanels; historyPath: string }

/** The show is over: how it ended, what remains of it, and what comes next. */
export function EndedView({ broadcast, room, historyPath }: EndedViewProps) {
  const engine = useDj()
  const startAnother = () => {
    clearShowDraft()
    engine.dismiss()
  }
  return (
    <div className={classNames('grid gap-4 lg:gap-6', REST)}>
      <StatePanel
        tone="neutral"
        isWide
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
        <Ending broadcast={broadcast} />
      </StatePanel>
      <room.Remains broadcast={broadcast} />
    </div>
  )
}

/** Ending of the show: where staff ended it, who did and what they wrote. */
function Ending({ broadcast }: { broadcast: Broadcast }) {
  const { title, ending, endReason } = broadcast
  const staff = endReason === 'ENDED_BY_STAFF' ? endedByWords(broadcast) : null
  return (
    <>
      <p>
        <b className="text-text">{title}</b>{' '}
        {staff ? `was ended by ${staff}.` : ENDINGS[endReason ?? 'ENDED_BY_DJ']}
      </p>
      {staff && ending?.reason && (
        <blockquote className="mt-1 border-l-4 border-accent pl-3 text-text wrap-anywhere">
          {ending.reason}
        </blockquote>
      )}
    </>
  )
}

const ENDINGS: Record<NonNullable<Broadcast['endReason']>, string> = {
  ENDED_BY_DJ: 'is off the air. Thank you for the show.',
  ENDED_BY_STAFF: 'was ended by the staff of the station.',
  SOURCE_LOST: 'was ended by the station, because your sound was gone for too long.',
}
