import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { ReactNode } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { openDashboardDialog } from '../dashboard-dialogs.ts'
import { useDj, useNow, useSound } from '../dj-context.tsx'
import type { Rejection } from '../dj-state.ts'
import { formatSpan } from '../durations.ts'
import { COLUMN, REST } from './dashboard-layout.ts'
import { SoundCard } from './sound-card.tsx'
import { StatePanel } from './state-panel.tsx'

/** A show is being taken up again; it can still be left alone. */
export function ResumingView() {
  const engine = useDj()
  return (
    <StatePanel
      tone="amber"
      title="Back on air…"
      actions={
        <Button variant="outline" onClick={() => void engine.cancelStart()}>
          Cancel
        </Button>
      }
    >
      <p role="status" className="flex items-center gap-2">
        <Spinner className="size-4.5 text-warning" />
        The station opens the stream for you
      </p>
    </StatePanel>
  )
}

/** Place from which the show is sent; null when it is silent. */
export type SentFrom = keyof typeof PLACES | null

const PLACES = { tab: 'in another tab', device: 'on another device' } as const

export type ResumeViewProps = {
  broadcast: Broadcast
  leftAt: number | null
  sentFrom: SentFrom
  children: ReactNode
}

/** A show of this DJ is on air without sound from here: one click takes it up again. `children` are another way. */
export function ResumeView({ broadcast, leftAt, sentFrom, children }: ResumeViewProps) {
  const engine = useDj()
  const { input } = useSound()
  const now = useNow()
  const ago = leftAt === null ? null : formatSpan(now - leftAt)
  const title = sentFrom
    ? `You are on air ${PLACES[sentFrom]}`
    : ago
      ? `You were on air ${ago} ago. Resume?`
      : 'Your show is still on air. Resume?'
  return (
    <div className={classNames('grid gap-4 lg:gap-6', REST)}>
      <StatePanel
        tone="amber"
        isWide
        role="status"
        title={title}
        actions={
          <>
            <Button variant="accent" size="lg" onClick={() => void engine.resumption.resume()}>
              {sentFrom ? 'Continue here' : 'Resume'}
            </Button>
            <Button variant="outline" size="lg" onClick={() => openDashboardDialog.set('end')}>
              End broadcast
            </Button>
          </>
        }
      >
        <p>
          <b className="text-text">{broadcast.title}</b>
          {sentFrom
            ? ' is sent from there. Continue here to take over.'
            : ' is live. Listeners hear silence until your sound is back.'}
        </p>
      </StatePanel>
      <Below>
        {input.state !== 'none' && <SoundCard phase="setup" />}
        {children}
      </Below>
    </div>
  )
}

const REJECTED_TITLES: Record<Rejection, string> = {
  'low-quality': 'The station refused your sound',
  'signed-out': 'You were signed out',
  superseded: 'You are on air somewhere else',
  unreadable: 'The station could not read your sound',
  'taken-off': 'You are off the air',
}

export type RejectedViewProps = {
  rejection: Rejection
  reason: string
  signInPath: string
  children?: ReactNode
}

/** The station closed the line for good: its reason, and the way back where there is one. `children` are another. */
export function RejectedView({ rejection, reason, signInPath, children }: RejectedViewProps) {
  const isSignedOut = rejection === 'signed-out'
  const staysOpen = !isSignedOut && rejection !== 'superseded'
  return (
    <div className={classNames('grid gap-4 lg:gap-6', REST)}>
      <StatePanel
        tone="red"
        isWide
        role="alert"
        title={REJECTED_TITLES[rejection]}
        actions={
          isSignedOut ? (
            <ButtonLink to={signInPath}>Sign in again</ButtonLink>
          ) : (
            <ReturnButtons label={staysOpen ? 'Try again with this sound' : 'Continue here'} />
          )
        }
      >
        <p className="font-medium text-text">{reason}</p>
        {staysOpen && <p>Your broadcast stays open for a few minutes, and listeners hear silence.</p>}
      </StatePanel>
      {!isSignedOut && (
        <Below>
          <SoundCard phase="setup" />
          {children}
        </Below>
      )}
    </div>
  )
}

/** Parts that may be higher than what is left of the window. */
function Below({ children }: { children: ReactNode }) {
  return (
    <div
      className={classNames('grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6 desk:min-h-0 desk:gap-4', COLUMN)}
    >
      {children}
    </div>
  )
}

function ReturnButtons({ label }: { label: string }) {
  const engine = useDj()
  return (
    <>
      <Button onClick={() => void engine.resumption.resume()}>{label}</Button>
      <Button variant="outline" onClick={() => engine.dismiss()}>
        Back to setup
      </Button>
    </>
  )
}
