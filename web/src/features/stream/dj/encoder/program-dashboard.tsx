import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { Encoder } from '@carillon/contract/encoder/schemas'
import { type ReactNode, useEffect } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { useMediaQuery } from '../../../../lib/use-media-query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { openDashboardDialog } from '../dashboard-dialogs.ts'
import { useDj, useStationNow } from '../dj-context.tsx'
import { COLUMN, DASHBOARD } from '../views/dashboard-layout.ts'
import { Figure, Listening, Numbers, type OnAirPanels } from '../views/on-air-dashboard.tsx'
import { StatePanel } from '../views/state-panel.tsx'
import { noteOf, programOf, programWords } from './encoder-words.ts'
import { ProgramCard } from './program-card.tsx'

/** A show may end while no line of this page could tell. */
const LOOK_MS = 10_000

export type ProgramDashboardProps = { broadcast: Broadcast; encoder: Encoder; room: OnAirPanels }

/** The desk while the DJ's own program is the source, or is waited for. */
export function ProgramDashboard({ broadcast, encoder, room }: ProgramDashboardProps) {
  const engine = useDj()
  const isTest = broadcast.status === 'TESTING'
  const program = programOf(encoder)
  useEffect(() => {
    const timer = setInterval(() => void engine.lookIfOver(), LOOK_MS)
    return () => clearInterval(timer)
  }, [engine])
  // With a column for the sound, the way in stands there: above, it would take the height of everything else.
  const hasColumn = useMediaQuery('(min-width: 64rem)') && !isTest
  const wayIn = <ProgramCard key={program ? 'there' : 'away'} broadcastId={broadcast.id} isOpen={!program} />
  return (
    <div className={classNames('grid gap-4 lg:gap-6', DASHBOARD)}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 tabIndex={-1}>{isTest ? `Test: ${broadcast.title}` : broadcast.title}</h1>
        {!isTest && (
          <Numbers>
            <Listening />
            <room.Numbers broadcast={broadcast} as={Figure} />
          </Numbers>
        )}
      </header>
      <StatePanel
        tone={program ? 'neutral' : 'amber'}
        role="status"
        isWide
        title={
          program
            ? isTest
              ? 'Your encoder is in the test'
              : 'Your encoder is on air'
            : 'Waiting for your encoder'
        }
        actions={<Actions isTest={isTest} />}
      >
        {program ? (
          <>
            <ProgramDetails program={program} />
            {noteOf(encoder) && <p role="alert">{noteOf(encoder)?.message}</p>}
          </>
        ) : (
          <p>
            {isTest ? 'The test is silent' : 'Listeners hear silence'} until it connects.{' '}
            {encoder.note?.message}
          </p>
        )}
      </StatePanel>
      {!isTest && <room.Rail broadcast={broadcast} />}
      {!hasColumn && (isTest || !program) && <div className={COLUMN}>{wayIn}</div>}
      {!isTest && (
        <room.Panels
          broadcast={broadcast}
          audio={<SoundOfProgram>{(hasColumn || program) && wayIn}</SoundOfProgram>}
        />
      )}
    </div>
  )
}

function ProgramDetails({ program }: { program: NonNullable<ReturnType<typeof programOf>> }) {
  return <p>{programWords(program, useStationNow())}. Your browser sends nothing.</p>
}

/** Place of the browser's sound. Where nothing else has room for it, the way in stands below. */
function SoundOfProgram({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-4 lg:gap-6 desk:gap-4">
      <Card aria-labelledby="program-sound" className="desk:p-4">
        <CardHead id="program-sound" title="Sound" />
        <p className="text-text-muted">Your encoder sends the sound: set level, mute and mix there.</p>
      </Card>
      {children}
    </div>
  )
}

function Actions({ isTest }: { isTest: boolean }) {
  const engine = useDj()
  const command = useCommand((error) => messageOf(error, 'That didn’t work. Please try again.'))
  return (
    <>
      {isTest && (
        <Button
          variant="accent"
          busy={command.busy}
          onClick={() => void command.run(() => engine.program.goLive())}
        >
          Go live
        </Button>
      )}
      <Button variant="outline" onClick={() => void engine.resumption.resume()}>
        Use this browser instead
      </Button>
      <Button
        variant="danger"
        onClick={() => (isTest ? void command.run(() => engine.end()) : openDashboardDialog.set('end'))}
      >
        {isTest ? 'End test' : 'End broadcast'}
      </Button>
      {command.problem && (
        <p role="alert" className="font-medium text-live-ink">
          {command.problem}
        </p>
      )}
    </>
  )
}
