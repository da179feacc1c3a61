import type { Broadcast } from '@carillon/contract/broadcasts'
import type { Encoder } from '@carillon/contract/encoder'
import { useEffect } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { useOrder } from '../../../../lib/use-order.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { openDeskDialog } from '../desk-dialogs.ts'
import { useDj, useStationNow } from '../dj-context.tsx'
import { type DeskRoom, Tiles } from '../views/on-air-desk.tsx'
import { StatePanel } from '../views/state-panel.tsx'
import { programOf, programWords } from './encoder-words.ts'
import { ProgramCard } from './program-card.tsx'

/** A show may end while no line of this page could tell. */
const LOOK_MS = 10_000

export type ProgramDeskProps = { broadcast: Broadcast; encoder: Encoder; room: DeskRoom }

/** The desk while the DJ's own program is the source, or is waited for. */
export function ProgramDesk({ broadcast, encoder, room }: ProgramDeskProps) {
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
        tone={program ? 'calm' : 'amber'}
        role="status"
        title={
          program
            ? isTest
              ? 'Your program is in the test'
              : 'Your program is on air'
            : 'Waiting for your program'
        }
        actions={<Actions isTest={isTest} />}
      >
        {program ? (
          <ProgramFacts program={program} />
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
          <Tiles broadcast={broadcast} Numbers={room.Numbers} />
          <room.Panels
            broadcast={broadcast}
            audio={<SoundOfProgram broadcastId={broadcast.id} isThere={program !== null} />}
          />
        </>
      )}
    </div>
  )
}

function ProgramFacts({ program }: { program: NonNullable<ReturnType<typeof programOf>> }) {
  return <p>{programWords(program, useStationNow())}. Your browser sends nothing.</p>
}

/** Where the browser's sound would be. The way in stands above until it has been used. */
function SoundOfProgram({ broadcastId, isThere }: { broadcastId: number; isThere: boolean }) {
  return (
    <div className="grid gap-4 lg:gap-6">
      <Card aria-labelledby="program-sound">
        <CardHead id="program-sound" title="Sound" />
        <p className="text-text-muted">Your program brings the sound: level, mute and mix are there.</p>
      </Card>
      {isThere && <ProgramCard broadcastId={broadcastId} />}
    </div>
  )
}

function Actions({ isTest }: { isTest: boolean }) {
  const engine = useDj()
  const order = useOrder((error) => messageOf(error, 'This could not be done. Please try again.'))
  return (
    <>
      {isTest && (
        <Button variant="accent" busy={order.busy} onClick={() => void order.run(() => engine.goLive())}>
          Go live
        </Button>
      )}
      <Button variant="outline" onClick={() => void engine.takeBack()}>
        Use this browser instead
      </Button>
      <Button
        variant="danger"
        onClick={() => (isTest ? void order.run(() => engine.end()) : openDeskDialog.set('end'))}
      >
        {isTest ? 'End test' : 'End broadcast'}
      </Button>
      {order.problem && (
        <p role="alert" className="font-medium text-live-ink">
          {order.problem}
        </p>
      )}
    </>
  )
}
