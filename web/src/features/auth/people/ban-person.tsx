import type { User } from '@carillon/contract/auth/schemas'
import type { Person } from '@carillon/contract/roles'
import { useMemo } from 'react'
import { useCall } from '../../../session/session.ts'
import { toast } from '../../../ui/toast.ts'
import { BanDialog, type BanOrder } from './ban-dialog.tsx'
import { banWords } from './ban-term.ts'
import { createPeopleCalls } from './people-calls.ts'
import type { Actor } from './rights.ts'
import { usePeopleCache } from './use-people-cache.ts'

export type BanPersonProps = {
  self: Actor
  person: Person
  /** Called with the account as it is then. */
  onBanned(account: User): void
  onClose(): void
}

/** The dialog that bans somebody who was met elsewhere than in the list of people. */
export function BanPerson({ self, person, onBanned, onClose }: BanPersonProps) {
  const { id, role } = self
  const call = useCall()
  const calls = useMemo(() => createPeopleCalls(call, { id, role }), [call, id, role])
  const cache = usePeopleCache()
  const ban = async (order: BanOrder, givenUp: AbortSignal) => {
    const account = await calls.ban(person.id, order, givenUp)
    cache.replace(account)
    toast(`${account.name} is banned ${banWords(account)}`, { tone: 'success' })
    onBanned(account)
    if (!givenUp.aborted) onClose()
  }
  // Only the account knows which of its names is the first: the first word is how people are called.
  const [firstname = person.name] = person.name.split(' ')
  return <BanDialog person={{ name: person.name, firstname }} onConfirm={ban} onClose={onClose} />
}
