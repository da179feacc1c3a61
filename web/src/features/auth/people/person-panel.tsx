import { getUser } from '@carillon/contract/auth/endpoints'
import type { User } from '@carillon/contract/auth/schemas'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatDate } from '../../../lib/station-time.ts'
import { roleLabel } from '../../../session/display-name.ts'
import { useCall } from '../../../session/session.ts'
import { BreakableEmails } from '../../../ui/breakable-emails.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { banWords } from './ban-term.ts'
import { RoleBadge, StatusText } from './person-badges.tsx'
import {
  type Actor,
  rightToBan,
  rightToGiveRole,
  rightToResetPassword,
  rightToTurnTotpOff,
} from './rights.ts'
import type { PersonChange } from './row-menu.tsx'
import { personKey } from './use-people.ts'

export type PersonPanelProps = {
  id: number
  actor: Actor
  /** As the list in view has them. */
  known: User | undefined
  onChange(change: PersonChange): void
  onClose(): void
}

/** One account beside the list: who it is, how it stands, and what may be done with it. */
export function PersonPanel({ id, actor, known, onChange, onClose }: PersonPanelProps) {
  const call = useCall()
  const account = useQuery({
    queryKey: personKey(id),
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  })
  const person = account.data ?? known
  const bodyRef = useRef<HTMLDivElement>(null)
  // After every render: a button that did something may be gone with it.
  useEffect(() => {
    if (document.activeElement === document.body) bodyRef.current?.focus()
  })
  return (
    <Dialog open onClose={onClose} title={person?.name ?? 'Person'} className={PANEL}>
      <div ref={bodyRef} tabIndex={-1} className="grid gap-6 outline-none">
        {person && <Details person={person} />}
        {account.isError && (
          <RetryBanner isBusy={account.isFetching} onRetry={() => void account.refetch()}>
            Couldn't load this account
          </RetryBanner>
        )}
        {person && <Acts person={person} actor={actor} onChange={onChange} />}
      </div>
    </Dialog>
  )
}

const PANEL =
  'dialog m-0 ml-auto h-dvh max-h-none w-[min(26rem,100vw)] max-w-none overflow-y-auto border-l border-border bg-surface p-6 text-text shadow-lift'

function Details({ person }: { person: User }) {
  const { email, role, verified, createdAt, banned, banReason, totp } = person
  const details: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Email', <BreakableEmails key="email" text={email} />],
    ['Email verified', verified ? 'Yes' : 'Not yet'],
    ['Role', <RoleBadge key="role" role={role} />],
    ...(totp || role !== 'LISTENER' ? [['Two-step sign-in', totp ? 'On' : 'Off'] as const] : []),
    ['Joined', formatDate(new Date(createdAt))],
    ['Status', <StatusText key="status" person={person} />],
    ...(banned ? [['Ban', [banWords(person), banReason].filter(Boolean).join(': ')] as const] : []),
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 text-sm">
      {details.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type ActsProps = Pick<PersonPanelProps, 'actor' | 'onChange'> & { person: User }

function Acts({ person, actor, onChange }: ActsProps) {
  const roles = rightToGiveRole(actor, person)
  const ban = rightToBan(actor, person)
  const totpOff = rightToTurnTotpOff(actor, person)
  const resetPassword = rightToResetPassword(actor, person)
  return (
    <div className="grid gap-5 border-t border-border pt-5">
      <Group title="Role" reason={roles.allowed ? undefined : roles.reason}>
        {roles.allowed &&
          roles.given.map((role) => (
            <Button
              key={role}
              size="sm"
              variant="outline"
              aria-haspopup="dialog"
              onClick={() => onChange({ kind: 'role', person, role })}
            >
              Make {roleLabel(role)}
            </Button>
          ))}
      </Group>
      {person.totp && (
        <Group title="Two-step sign-in" reason={totpOff.allowed ? undefined : totpOff.reason}>
          <Button
            size="sm"
            variant="outline"
            aria-haspopup="dialog"
            onClick={() => onChange({ kind: 'totp-off', person })}
          >
            Turn off…
          </Button>
        </Group>
      )}
      {actor.role === 'ADMIN' && (
        <Group title="Password" reason={resetPassword.allowed ? undefined : resetPassword.reason}>
          <Button
            size="sm"
            variant="outline"
            aria-haspopup="dialog"
            onClick={() => onChange({ kind: 'reset-password', person })}
          >
            Reset password…
          </Button>
        </Group>
      )}
      <Group title="Ban" reason={ban.allowed ? undefined : ban.reason}>
        {ban.allowed && (
          <Button
            size="sm"
            variant={person.banned ? 'outline' : 'danger'}
            aria-haspopup="dialog"
            onClick={() => onChange({ kind: person.banned ? 'unban' : 'ban', person })}
          >
            {person.banned ? 'Lift the ban…' : 'Ban…'}
          </Button>
        )}
      </Group>
    </div>
  )
}

type GroupProps = { title: string; reason: string | undefined; children: ReactNode }

/** Actions of one kind, or the reason against them. */
function Group({ title, reason, children }: GroupProps) {
  return (
    <section className="grid gap-2">
      <h3 className="text-sm">{title}</h3>
      {reason ? (
        <p className="text-sm text-text-muted">{reason}</p>
      ) : (
        <div className="flex flex-wrap gap-2">{children}</div>
      )}
    </section>
  )
}
