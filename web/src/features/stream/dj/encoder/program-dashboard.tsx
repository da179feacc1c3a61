import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { Encoder } from '@carillon/contract/encoder/schemas'
import { useEffect } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { openDashboardDialog } from '../dashboard-dialogs.ts'
import { useDj, useStationNow } from '../dj-context.tsx'
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
  return (
    <div className="grid gap-4 lg:gap-6">
      <h1 tabIndex={-1}>{isTest ? `Test: ${broadcast.title}` : broadcast.title}</h1>
      <StatePanel
        tone={program ? 'neutral' : 'amber'}
        role="status"
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
      {(isTest || !program) && (
        <ProgramCard key={program ? 'there' : 'away'} broadcastId={broadcast.id} isOpen={!program} />
      )}
      {!isTest && (
        <>
          <Numbers>
            <Listening />
            <room.Numbers broadcast={broadcast} as={Figure} />
          </Numbers>
          <room.Panels
            broadcast={broadcast}
            audio={<SoundOfProgram broadcastId={broadcast.id} isThere={program !== null} />}
          />
        </>
      )}
    </div>
  )
}

function ProgramDetails({ program }: { program: NonNullable<ReturnType<typeof programOf>> }) {
  return <p>{programWords(program, useStationNow())}. Your browser sends nothing.</p>
}

/** Place of the browser's sound, with the program's state. The way in stands above until it has been used. */
function SoundOfProgram({ broadcastId, isThere }: { broadcastId: number; isThere: boolean }) {
  return (
    <div className="grid gap-4 lg:gap-6">
      <Card aria-labelledby="program-sound">
        <CardHead id="program-sound" title="Sound" />
        <p className="text-text-muted">Your encoder sends the sound: set level, mute and mix there.</p>
      </Card>
      {isThere && <ProgramCard broadcastId={broadcastId} />}
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
