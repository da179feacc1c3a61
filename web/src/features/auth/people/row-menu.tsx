import type { User } from '@carillon/contract/auth/schemas'
import type { Role } from '@carillon/contract/roles'
import { ArrowRightLeft, Ban, KeyRound, type LucideIcon, ShieldOff, Undo2 } from 'lucide-react'
import { roleLabel } from '../../../session/display-name.ts'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { MENU_ROW } from '../../../ui/menu.tsx'
import {
  type Actor,
  rightToBan,
  rightToGiveRole,
  rightToResetPassword,
  rightToTurnTotpOff,
} from './rights.ts'

/** Change of one account. */
export type PersonChange =
  | { kind: 'role'; person: User; role: Role }
  | { kind: 'ban'; person: User }
  | { kind: 'unban'; person: User }
  | { kind: 'totp-off'; person: User }
  | { kind: 'reset-password'; person: User }

export type RowMenuProps = { person: User; actor: Actor; onChange(change: PersonChange): void }

/** `Actions for Ana Cruz`: what may be done with this account; what may not says why. */
export function RowMenu({ person, actor, onChange }: RowMenuProps) {
  return (
    <ActionsMenu label={`Actions for ${person.name}`} className="w-70">
      {(close) => (
        <Items
          person={person}
          actor={actor}
          onChange={(change) => {
            // Closed first, so that the dialog gives the focus back to the button of this menu.
            close()
            onChange(change)
          }}
        />
      )}
    </ActionsMenu>
  )
}

function Items({ person, actor, onChange }: RowMenuProps) {
  const roles = rightToGiveRole(actor, person)
  const ban = rightToBan(actor, person)
  const totpOff = rightToTurnTotpOff(actor, person)
  const resetPassword = rightToResetPassword(actor, person)
  return (
    <>
      {roles.allowed ? (
        roles.given.map((role) => (
          <Item
            key={role}
            Icon={ArrowRightLeft}
            label={`Make ${roleLabel(role)}`}
            onChoose={() => onChange({ kind: 'role', person, role })}
          />
        ))
      ) : (
        <Item Icon={ArrowRightLeft} label="Change role" reason={roles.reason} />
      )}
      {person.totp && (
        <Item
          Icon={ShieldOff}
          label="Turn off two-step sign-in…"
          {...(totpOff.allowed
            ? { onChoose: () => onChange({ kind: 'totp-off', person }) }
            : { reason: totpOff.reason })}
        />
      )}
      {actor.role === 'ADMIN' && (
        <Item
          Icon={KeyRound}
          label="Reset password…"
          {...(resetPassword.allowed
            ? { onChoose: () => onChange({ kind: 'reset-password', person }) }
            : { reason: resetPassword.reason })}
        />
      )}
      <hr className="my-1.5 border-border" />
      {person.banned ? (
        <Item
          Icon={Undo2}
          label="Lift the ban…"
          {...(ban.allowed
            ? { onChoose: () => onChange({ kind: 'unban', person }) }
            : { reason: ban.reason })}
        />
      ) : (
        <Item
          Icon={Ban}
          label="Ban…"
          danger
          {...(ban.allowed ? { onChoose: () => onChange({ kind: 'ban', person }) } : { reason: ban.reason })}
        />
      )}
    </>
  )
}

type ItemProps = {
  Icon: LucideIcon
  label: string
  danger?: boolean
  onChoose?: () => void
  /** Why it cannot be chosen. It can be reached all the same, so that everybody may read this. */
  reason?: string
}

function Item({ Icon, label, danger = false, onChoose, reason }: ItemProps) {
  const colour = danger && !reason ? 'text-danger' : ''
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={reason ? true : undefined}
      onClick={onChoose}
      className={`${MENU_ROW} ${colour} aria-disabled:cursor-not-allowed aria-disabled:text-text-muted`}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0 opacity-80" />
      <span className="grid">
        <span className="font-medium">{label}</span>
        {reason && <span className="text-xs text-text-muted">{reason}</span>}
      </span>
    </button>
  )
}
