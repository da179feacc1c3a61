import type { BroadcastStats, UserStats } from '@carillon/contract/analytics/schemas'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { STATION_EMAIL } from '../../../lib/station-contact.ts'
import { STATION_NAME } from '../../../lib/station-name.ts'
import { useConnection } from '../../../realtime/use-connection.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PATHS } from '../../paths.ts'

export type StartListProps = { users: UserStats; broadcasts: BroadcastStats }

type Step = { title: string; isDone: boolean; help: ReactNode; action?: { words: string; to: string } }

/** Checklist of a new station, until its first broadcast has ended. */
export function StartList({ users, broadcasts }: StartListProps) {
  const headingId = useId()
  const steps = useSteps(users, broadcasts)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Card aria-labelledby={headingId}>
      <header className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={headingId}>Get {STATION_NAME} on air</h2>
        <p className="text-sm text-text-muted tabular-nums">
          {done} of {steps.length} done
        </p>
      </header>
      <ol aria-labelledby={headingId} className="divide-y divide-border">
        {steps.map((step) => (
          <StepRow key={step.title} step={step} />
        ))}
      </ol>
    </Card>
  )
}

function StepRow({ step: { title, isDone, help, action } }: { step: Step }) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${isDone ? 'text-success' : 'text-text-muted'}`} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">
          {title} <span className="sr-only">{isDone ? '(done)' : '(to do)'}</span>
        </p>
        {!isDone && <p className="text-sm text-text-muted">{help}</p>}
      </div>
      {!isDone && action && (
        <ButtonLink to={action.to} variant="outline" size="sm">
          {action.words}
        </ButtonLink>
      )}
    </li>
  )
}

function useSteps({ djs, moderators }: UserStats, broadcasts: BroadcastStats): Step[] {
  const isConnected = useConnection().state === 'open'
  return [
    {
      title: 'Name and contact',
      isDone: STATION_EMAIL !== null,
      help: (
        <>
          Set <code>STATION_NAME</code>, <code>STATION_EMAIL</code> and <code>STATION_STUDIO</code> on the
          server, then restart it.
        </>
      ),
      action: { words: 'See the contact page', to: PATHS.contact },
    },
    {
      title: 'A secure address',
      isDone: window.isSecureContext,
      help: 'Browsers open a microphone only over HTTPS. Put the station behind a proxy with a certificate.',
    },
    {
      title: 'Live updates get through',
      isDone: isConnected,
      help: 'The proxy must pass websockets on to the station. The System card below shows what is missing.',
    },
    {
      title: 'DJs',
      isDone: djs > 0,
      help: 'Create their accounts under People below, or make registered listeners DJs there.',
    },
    {
      title: 'A moderator',
      isDone: moderators > 0,
      help: 'Someone to look after the chat while you are away. Create the account under People below.',
    },
    {
      title: 'The first show on the schedule',
      isDone: broadcasts.totalBroadcasts > 0,
      help: 'Listeners see it right away and can set a reminder.',
      action: { words: 'Plan a show', to: PATHS.schedule },
    },
    {
      title: 'On air',
      isDone: broadcasts.liveBroadcasts > 0,
      help: 'Start with a test broadcast: only you and staff can hear it.',
      action: { words: 'Open the DJ dashboard', to: PATHS.djDashboard },
    },
  ]
}
