import { RECOVERY_CODES, TOTP_ROLES, type TotpStatus } from '@carillon/contract/auth/two-step'
import type { Role } from '@carillon/contract/roles'
import { ShieldCheck } from 'lucide-react'
import { formatDate } from '../../../lib/station-time.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

const FEW_CODES = 3

export type AtRestProps = {
  status: TotpStatus
  role: Role
  /** Message before anything else. */
  note: string | undefined
  onChoose(act: 'password' | 'renew' | 'off'): void
}

/** State of the second step, and the actions on it. */
export function AtRest({ status, role, note, onChoose }: AtRestProps) {
  if (!status.on) return <Off mayHave={maySetUp(role)} onSetUp={() => onChoose('password')} />
  return (
    <div className="grid gap-5">
      {note && (
        <Banner tone="warning" role="alert">
          {note}
        </Banner>
      )}
      <On status={status} />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => onChoose('renew')}>
          New recovery codes
        </Button>
        <Button variant="danger" onClick={() => onChoose('off')}>
          Turn off
        </Button>
      </div>
    </div>
  )
}

function maySetUp(role: Role): boolean {
  return TOTP_ROLES.some((one) => one === role)
}

function Off({ mayHave, onSetUp }: { mayHave: boolean; onSetUp(): void }) {
  if (!mayHave) return <p>Two-step sign-in is off.</p>
  return (
    <div className="grid gap-4">
      <p className="max-w-[60ch]">
        Off. Turn it on to ask for a six-digit code from an app on your phone beside your password. Any
        authenticator app works.
      </p>
      <Button className="w-fit" onClick={onSetUp}>
        Set up
      </Button>
    </div>
  )
}

function On({ status: { since, recoveryCodesLeft } }: { status: TotpStatus }) {
  return (
    <div className="flex items-start gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-success-soft text-success">
        <ShieldCheck aria-hidden="true" className="size-5" />
      </span>
      <p className="min-w-0">
        <span className="block font-medium">On{since && ` since ${formatDate(new Date(since))}`}</span>
        <span className={recoveryCodesLeft < FEW_CODES ? 'text-sm text-warning' : 'text-sm text-text-muted'}>
          {recoveryCodesLeft} of {RECOVERY_CODES} recovery codes left
          {recoveryCodesLeft < FEW_CODES && '. Make new ones soon.'}
        </span>
      </p>
    </div>
  )
}
