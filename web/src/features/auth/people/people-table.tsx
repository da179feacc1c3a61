import { USERS_PAGE_SIZE, type User } from '@carillon/contract/auth/schemas'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { formatDate } from '../../../lib/station-time.ts'
import { initialsOf } from '../../../ui/avatar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { NEWEST_FIRST, type Order, type PeopleColumn } from './people-order.ts'
import { RoleBadge, StatusText } from './person-badges.tsx'
import type { Actor } from './rights.ts'
import { type PersonChange, RowMenu } from './row-menu.tsx'

export type PeopleRowsProps = {
  people: readonly User[]
  actor: Actor
  /** Missing where nothing opens. */
  onOpen?: ((id: number) => void) | undefined
  onChange(change: PersonChange): void
}

export type PeopleTableProps = PeopleRowsProps & {
  caption: string
  order: Order | null
  /** Missing where only a part of the list is here, which cannot be sorted as a whole. */
  onSort?: ((column: PeopleColumn) => void) | undefined
}

/** People as a table. The e-mail has a column of its own where there is room, else it stands under the name. */
export function PeopleTable({ people, actor, onOpen, onChange, caption, order, onSort }: PeopleTableProps) {
  const sorting = { order: order ?? NEWEST_FIRST, onSort }
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-y border-border bg-surface-2 text-text-muted">
        <tr>
          <Head column="name" label="Name" {...sorting} className="pl-4 lg:pl-6" />
          <Head column="email" label="Email" {...sorting} className="hidden @4xl:table-cell" />
          <Head column="role" label="Role" {...sorting} />
          <Head column="joined" label="Joined" {...sorting} className="hidden @2xl:table-cell" />
          <Head column="status" label="Status" {...sorting} />
          <th scope="col" className="w-14">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {people.map((person) => (
          <tr
            key={person.id}
            className="h-15 hover:bg-[color-mix(in_oklab,var(--surface-2)_55%,transparent)]"
          >
            <th scope="row" className="max-w-0 py-2 pr-3 pl-4 font-normal lg:pl-6">
              <Who
                person={person}
                isSelf={person.id === actor.id}
                onOpen={onOpen}
                className="@4xl:[&_[data-email]]:hidden"
              />
            </th>
            <td className="hidden max-w-0 truncate px-3 text-text-muted @4xl:table-cell" title={person.email}>
              {person.email}
            </td>
            <td className="px-3">
              <RoleBadge role={person.role} />
            </td>
            <td className="hidden px-3 whitespace-nowrap text-text-muted @2xl:table-cell">
              <time dateTime={person.createdAt}>{formatDate(new Date(person.createdAt))}</time>
            </td>
            <td className="px-3">
              <StatusText person={person} />
            </td>
            <td className="pr-2 lg:pr-4">
              <RowMenu person={person} actor={actor} onChange={onChange} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type HeadProps = {
  column: PeopleColumn
  label: string
  order: Order
  onSort?: ((column: PeopleColumn) => void) | undefined
  className?: string
}

/** The name takes what the others leave. */
const WIDTHS: Record<PeopleColumn, string> = {
  name: '',
  email: 'w-[31%]',
  role: 'w-25 @4xl:w-30',
  joined: 'w-30 @4xl:w-33',
  status: 'w-33 @4xl:w-36',
}

function Head({ column, label, order, onSort, className }: HeadProps) {
  const isSorted = order.column === column
  const Arrow = order.descending ? ArrowDown : ArrowUp
  const words = (
    <>
      {label}
      <Arrow aria-hidden="true" className={classNames('size-3.5', !isSorted && 'invisible')} />
    </>
  )
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : undefined}
      className={classNames('h-10 px-3 font-semibold whitespace-nowrap', WIDTHS[column], className)}
    >
      {onSort ? (
        <button
          type="button"
          onClick={() => onSort(column)}
          className="-ml-1.5 inline-flex h-8 items-center gap-1 rounded-sm px-1.5 hover:text-text coarse:h-11"
        >
          {words}
        </button>
      ) : (
        <span className="inline-flex items-center gap-1">{words}</span>
      )}
    </th>
  )
}

type WhoProps = Pick<PeopleRowsProps, 'onOpen'> & { person: User; isSelf: boolean; className?: string }

/** A person's face, name and e-mail: where something opens, by a press on them. */
export function Who({ person, isSelf, onOpen, className }: WhoProps) {
  const box = classNames('flex min-h-11 max-w-full items-center gap-3 rounded-sm text-left', className)
  const words = (
    <>
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-primary-soft text-xs font-bold text-primary select-none"
      >
        {initialsOf(person.name)}
      </span>
      <span className="grid min-w-0">
        <span className="truncate font-semibold group-hover:underline" title={person.name}>
          {person.name}
          {isSelf && <span className="font-normal text-text-muted"> (you)</span>}
        </span>
        <span data-email className="truncate text-xs text-text-muted" title={person.email}>
          {person.email}
        </span>
      </span>
    </>
  )
  if (!onOpen) return <div className={box}>{words}</div>
  return (
    <button type="button" aria-haspopup="dialog" onClick={() => onOpen(person.id)} className={`group ${box}`}>
      {words}
    </button>
  )
}

const WAITING_ROWS = Array.from({ length: USERS_PAGE_SIZE }, (_, row) => row)

/** Placeholder of the rows, in their height. */
export function WaitingRows() {
  return (
    <div role="status" aria-label="Loading people" className="divide-y divide-border border-t border-border">
      {WAITING_ROWS.map((row) => (
        <div key={row} className="flex h-15 items-center gap-3 px-4 lg:px-6">
          <Skeleton className="size-9 rounded-full" />
          <div className="grid min-w-0 flex-1 gap-2">
            <Skeleton className="h-3.5 w-40 max-w-full" />
            <Skeleton className="h-3 w-56 max-w-full" />
          </div>
          <Skeleton className="h-5 w-18 max-md:hidden" />
        </div>
      ))}
    </div>
  )
}
