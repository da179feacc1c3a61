import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { type ReactNode, useEffect } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import { useDj, useDjState } from '../dj-context.tsx'
import type { DjUser } from '../dj-machine.ts'
import type { DjState } from '../dj-state.ts'
import { isForProgram } from '../encoder/encoder-words.ts'
import { ProgramCard } from '../encoder/program-card.tsx'
import { ProgramDashboard } from '../encoder/program-dashboard.tsx'
import { useEncoder } from '../encoder/use-encoder.ts'
import { LeftoverBanner } from './backup-light.tsx'
import { DASHBOARD } from './dashboard-layout.ts'
import { EndedView } from './ended-view.tsx'
import { OnAirDashboard, type OnAirPanels } from './on-air-dashboard.tsx'
import { GaveUpPanel, ReconnectingPanel } from './reconnecting-panel.tsx'
import { SetupView } from './setup-view.tsx'
import { RejectedView, ResumeView, ResumingView } from './waiting-views.tsx'

export type DjDashboardProps = { user: DjUser; room: OnAirPanels; historyPath: string; signInPath: string }

/** The DJ's page: one view for each state of the machine. */
export function DjDashboard({ user, room, historyPath, signInPath }: DjDashboardProps) {
  const engine = useDj()
  const state = useDjState()
  useEffect(() => engine.dashboard.open(), [engine])
  switch (state.name) {
    case 'setup':
    case 'checking':
    case 'ready':
      return (
        <Headed>
          <SetupView user={user} room={room} />
        </Headed>
      )
    case 'resumable':
      return <Resumable state={state} room={room} />
    case 'starting':
      return <Headed>{state.isResuming ? <ResumingView /> : <SetupView user={user} room={room} />}</Headed>
    case 'live':
      return <OnAirDashboard {...state} room={room} isSlow={false} panel={null} />
    case 'degraded':
      return <OnAirDashboard {...state} room={room} isSlow panel={null} />
    case 'reconnecting':
      return (
        <OnAirDashboard
          {...state}
          room={room}
          isSlow={false}
          panel={<ReconnectingPanel retry={state.retry} />}
        />
      )
    case 'gave-up':
      return <OnAirDashboard {...state} room={room} isSlow={false} panel={<GaveUpPanel />} />
    case 'rejected':
      return state.rejection === 'superseded' ? (
        <OrProgram broadcast={state.broadcast} room={room}>
          {(program) => (
            <RejectedView {...state} signInPath={signInPath}>
              {program}
            </RejectedView>
          )}
        </OrProgram>
      ) : (
        <Headed>
          <RejectedView {...state} signInPath={signInPath} />
        </Headed>
      )
    case 'ended':
      return (
        <Headed>
          <EndedView broadcast={state.broadcast} room={room} historyPath={historyPath} />
        </Headed>
      )
  }
}

type ResumableProps = { state: Extract<DjState, { name: 'resumable' }>; room: OnAirPanels }

function Resumable({ state, room }: ResumableProps) {
  return (
    <OrProgram broadcast={state.broadcast} room={room}>
      {(program, isSent) => (
        <ResumeView {...state} sentFrom={state.isOnOtherDevice ? 'tab' : isSent ? 'device' : null}>
          {program}
        </ResumeView>
      )}
    </OrProgram>
  )
}

type OrProgramProps = {
  broadcast: Broadcast
  room: OnAirPanels
  /** `isSent` says whether a browser brings the sound: not this one. */
  children(program: ReactNode, isSent: boolean): ReactNode
}

/** The show is on air without sound from here: the DJ's own program may be bringing it. */
function OrProgram({ broadcast, room, children }: OrProgramProps) {
  const encoder = useEncoder(broadcast.id)
  if (encoder && isForProgram(encoder))
    return <ProgramDashboard broadcast={broadcast} encoder={encoder} room={room} />
  const isSent = encoder?.source?.kind === 'BROWSER'
  return <Headed>{children(<ProgramCard broadcastId={broadcast.id} />, isSent)}</Headed>
}

function Headed({ children }: { children: ReactNode }) {
  return (
    <div className={classNames('grid gap-4 lg:gap-6', DASHBOARD)}>
      <h1 tabIndex={-1}>DJ Dashboard</h1>
      <LeftoverBanner />
      {children}
    </div>
  )
}
