import { getUser } from '@carillon/contract/auth/endpoints'
import type { Person } from '@carillon/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Ban, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatDate } from '../../../lib/station-time.ts'
import { useCall } from '../../../session/session.ts'
import { Avatar, initialsOf } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { RoleBadge, StatusText } from './person-badges.tsx'
import { type Actor, rightToBan } from './rights.ts'
import { personKey } from './use-people.ts'

export type PersonCardProps = {
  self: Actor
  person: Person
  /** Facts about them, as terms of a list. */
  children?: ReactNode
  /** Actions on them, beside Ban. */
  acts?: ReactNode
  /** Their past. */
  past?: ReactNode
  onBan(person: Person): void
  onClose(): void
}

/** Somebody who was met elsewhere than in the list: since when they are here, how they stand, and Ban. */
export function PersonCard(props: PersonCardProps) {
  const { self, person, children, acts, past, onBan, onClose } = props
  const headingId = useId()
  const { id, name } = person
  const call = useCall()
  const account = useQuery({
    queryKey: personKey(id),
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  }).data
  const right = rightToBan(self, person)
  return (
    <Card aria-labelledby={headingId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex items-start gap-3">
        <Avatar initials={initialsOf(name)} className="size-11 bg-primary-soft! text-sm text-primary!" />
        <div className="min-w-0 flex-1">
          <h2 id={headingId} className="truncate">
            {name}
          </h2>
          <p className="truncate text-sm text-text-muted" title={account?.email}>
            {account?.email ?? ' '}
          </p>
        </div>
        <IconButton
          label="Close"
          tooltip={false}
          icon={<X className="size-4.5" />}
          onClick={onClose}
          className="-mt-1 -mr-1 size-9"
        />
      </header>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm [&_dt]:text-text-muted">
        <dt>Role</dt>
        <dd>
          <RoleBadge role={account?.role ?? person.role} />
        </dd>
        <dt>Joined</dt>
        <dd>{account ? formatDate(new Date(account.createdAt)) : '…'}</dd>
        <dt>Status</dt>
        <dd>{account ? <StatusText person={account} /> : '…'}</dd>
        {children}
      </dl>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {acts}
        {right.allowed && (
          <Button
            size="sm"
            variant="danger"
            aria-haspopup="dialog"
            icon={<Ban aria-hidden="true" className="size-4" />}
            onClick={() => onBan(person)}
          >
            {account?.banned ? 'Change the ban…' : 'Ban…'}
          </Button>
        )}
      </div>
      {!right.allowed && <p className="text-sm text-text-muted">{right.reason}</p>}
      {past}
    </Card>
  )
}
