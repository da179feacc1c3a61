import type { User } from '@carillon/contract/auth/schemas'
import type { Role } from '@carillon/contract/roles'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { BanDialog, type BanOrder } from './ban-dialog.tsx'
import { banWords } from './ban-term.ts'
import type { PeopleCalls } from './people-calls.ts'
import { RoleDialog } from './role-dialog.tsx'
import type { PersonChange } from './row-menu.tsx'
import { UnbanDialog } from './unban-dialog.tsx'

// Administrators only, and seldom: nobody else fetches them.
const TotpOffDialog = lazyPart(async () => (await import('./totp-off-dialog.tsx')).TotpOffDialog)
const ResetPasswordDialog = lazyPart(
  async () => (await import('./reset-password-dialog.tsx')).ResetPasswordDialog,
)
const CreateAccountDialog = lazyPart(
  async () => (await import('./create-account-dialog.tsx')).CreateAccountDialog,
)

const ROLE_WORDS: Record<Role, string> = {
  LISTENER: 'a listener',
  DJ: 'a DJ',
  MODERATOR: 'a moderator',
  ADMIN: 'an admin',
}

export type OpenDialog = PersonChange | { kind: 'create' }

export type PeopleDialogsProps = {
  open: OpenDialog | null
  calls: PeopleCalls
  /** An account is another now; `words` say how. */
  onChanged(person: User, words: string): void
  /** A new account is there; the dialog stays and shows what its person needs. */
  onCreated(person: User): void
  onClose(): void
}

/** The dialog that is open, if one is. */
export function PeopleDialogs({ open, calls, onChanged, onCreated, onClose }: PeopleDialogsProps) {
  if (!open) return null
  if (open.kind === 'create') {
    const create = async (account: Parameters<PeopleCalls['create']>[0], givenUp: AbortSignal) => {
      const person = await calls.create(account, givenUp)
      onCreated(person)
      return person
    }
    return (
      <Suspense>
        <CreateAccountDialog onCreate={create} onClose={onClose} />
      </Suspense>
    )
  }
  const { id } = open.person
  if (open.kind === 'role') {
    const change = async (givenUp: AbortSignal) => {
      const person = await calls.changeRole(id, open.role, givenUp)
      onChanged(person, `${person.name} is now ${ROLE_WORDS[person.role]}`)
    }
    return <RoleDialog person={open.person} role={open.role} onConfirm={change} onClose={onClose} />
  }
  if (open.kind === 'ban') {
    const ban = async (order: BanOrder, givenUp: AbortSignal) => {
      const person = await calls.ban(id, order, givenUp)
      onChanged(person, `${person.name} is banned ${banWords(person)}`)
    }
    return <BanDialog person={open.person} onConfirm={ban} onClose={onClose} />
  }
  if (open.kind === 'totp-off') {
    const turnOff = async (givenUp: AbortSignal) => {
      const person = await calls.turnTotpOff(id, givenUp)
      onChanged(person, `Two-step sign-in is off for ${person.name}`)
    }
    return (
      <Suspense>
        <TotpOffDialog person={open.person} onConfirm={turnOff} onClose={onClose} />
      </Suspense>
    )
  }
  if (open.kind === 'reset-password') {
    return (
      <Suspense>
        <ResetPasswordDialog person={open.person} onClose={onClose} />
      </Suspense>
    )
  }
  const unban = async (givenUp: AbortSignal) => {
    const person = await calls.unban(id, givenUp)
    onChanged(person, `${person.name} is no longer banned`)
  }
  return <UnbanDialog person={open.person} onConfirm={unban} onClose={onClose} />
}
