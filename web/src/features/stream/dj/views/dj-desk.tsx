import { type ReactNode, useEffect } from 'react'
import { useDj, useDjState } from '../dj-context.tsx'
import type { DjUser } from '../dj-engine.ts'
import { EndedView } from './ended-view.tsx'
import { type DeskRoom, OnAirDesk } from './on-air-desk.tsx'
import { GaveUpPanel, ReconnectingPanel } from './reconnecting-panel.tsx'
import { SetupView } from './setup-view.tsx'
import { RejectedView, ResumeView, ResumingView } from './waiting-views.tsx'

export type DjDeskProps = { user: DjUser; room: DeskRoom; historyPath: string; signInPath: string }

/** The DJ's page: one view for each state of the machine. */
export function DjDesk({ user, room, historyPath, signInPath }: DjDeskProps) {
  const engine = useDj()
  const state = useDjState()
  useEffect(() => () => void engine.standDown(), [engine])
  switch (state.name) {
    case 'setup':
    case 'checking':
    case 'ready':
      return (
        <Headed>
          <SetupView user={user} />
        </Headed>
      )
    case 'resumable':
      return (
        <Headed>
          <ResumeView {...state} />
        </Headed>
      )
    case 'starting':
      return <Headed>{state.isResuming ? <ResumingView /> : <SetupView user={user} />}</Headed>
    case 'live':
      return <OnAirDesk {...state} room={room} isSlow={false} panel={null} />
    case 'degraded':
      return <OnAirDesk {...state} room={room} isSlow panel={null} />
    case 'reconnecting':
      return (
        <OnAirDesk {...state} room={room} isSlow={false} panel={<ReconnectingPanel retry={state.retry} />} />
      )
    case 'gave-up':
      return <OnAirDesk {...state} room={room} isSlow={false} panel={<GaveUpPanel />} />
    case 'rejected':
      return (
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

function Headed({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-4 lg:gap-6">
      <h1 tabIndex={-1}>DJ Dashboard</h1>
      {children}
    </div>
  )
}
