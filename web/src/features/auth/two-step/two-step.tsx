import type { User } from '@carillon/contract/auth/schemas'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../../lib/announce.ts'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AskPassword } from './ask-password.tsx'
import { AtRest } from './at-rest.tsx'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanSecret } from './scan-secret.tsx'
import { type TwoStep as Actions, type Begun, useTwoStep } from './use-two-step.ts'

/** View of the card; `note` is said about how it came to that. Back at rest, the focus has nothing else to go to. */
type View =
  | { at: 'rest'; isBack?: true; note?: string }
  | { at: 'password'; note?: string }
  | { at: 'scan'; begun: Begun }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'renew' }
  | { at: 'off' }

const CODES_UNSEEN = 'Two-step sign-in is on, but your recovery codes did not arrive here. Make new ones now.'

/** Two-step sign-in of one's own account: set it up, see how it stands, renew the recovery codes, turn it off. */
export function TwoStep({ user }: { user: User }) {
  const [view, setView] = useState<View>({ at: 'rest' })
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (view.at === 'rest' && view.isBack) ref.current?.focus()
  }, [view])
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <InView user={user} view={view} setView={setView} />
    </div>
  )
}

type InViewProps = { user: User; view: View; setView(view: View): void }

// Long: one case for each view, which names where each of its ways leads.
function InView({ user, view, setView }: InViewProps) {
  const actions = useTwoStep(user)
  const rest = () => setView({ at: 'rest', isBack: true })
  const showCodes = (codes: readonly string[]) => setView({ at: 'codes', codes })
  /** The station holds another state than this page: what it says counts. */
  const startOver = async (note: string) => {
    const status = await actions.retry()
    setView(status?.on ? { at: 'rest', isBack: true, note: CODES_UNSEEN } : { at: 'password', note })
  }
  switch (view.at) {
    case 'rest':
      return <Rest actions={actions} user={user} note={view.note} onChoose={(at) => setView({ at })} />
    case 'password':
      return (
        <AskPassword
          user={user}
          note={view.note}
          onPassword={async (password) => setView({ at: 'scan', begun: await actions.begin(password) })}
          onCancel={rest}
        />
      )
    case 'scan':
      return (
        <ScanSecret
          begun={view.begun}
          onCode={async (code) => {
            showCodes(await actions.confirm(code))
            announce('Two-step sign-in is on')
          }}
          onOutdated={startOver}
          onCancel={rest}
        />
      )
    case 'codes':
      return <RecoveryCodes codes={view.codes} email={user.email} onDone={rest} />
    case 'renew':
      return (
        <ProofForm
          user={user}
          title="Make new recovery codes"
          lead="Your current codes will stop working."
          confirmLabel="Make new codes"
          failure="The codes could not be renewed. Please try again."
          onProof={async (proof) => showCodes(await actions.renew(proof))}
          onCancel={rest}
        />
      )
    case 'off':
      return (
        <ProofForm
          user={user}
          title="Turn off two-step sign-in"
          lead="You will sign in with your password alone again. Your recovery codes are deleted."
          confirmLabel="Turn off"
          isDanger
          failure="Two-step sign-in could not be turned off. Please try again."
          onProof={async (proof) => {
            await actions.turnOff(proof)
            announce('Two-step sign-in is off')
            rest()
          }}
          onCancel={rest}
        />
      )
  }
}

type RestProps = {
  actions: Actions
  user: User
  note: string | undefined
  onChoose(at: 'password' | 'renew' | 'off'): void
}

/** Nothing is being done: how it stands, as far as that is known. */
function Rest({ actions, user, note, onChoose }: RestProps) {
  const { status, isError, isBusy, retry } = actions
  if (status) return <AtRest status={status} role={user.role} note={note} onChoose={onChoose} />
  if (isError)
    return (
      <RetryBanner isBusy={isBusy} onRetry={() => void retry()}>
        Couldn't load how your sign-in is protected
      </RetryBanner>
    )
  return <Skeleton className="h-24 w-full" />
}
