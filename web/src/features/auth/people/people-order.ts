import type { User } from '@carillon/contract/auth/schemas'
import { ROLES } from '@carillon/contract/roles'

export type PeopleColumn = 'name' | 'email' | 'role' | 'joined' | 'status'
/** Order of the rows. */
export type Order = { column: PeopleColumn; descending: boolean }

/** As the station gives them. */
export const NEWEST_FIRST: Order = { column: 'joined', descending: true }

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const COMPARE: Record<PeopleColumn, (a: User, b: User) => number> = {
  name: (a, b) => words.compare(a.name, b.name),
  email: (a, b) => words.compare(a.email, b.email),
  role: (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
  joined: (a, b) => a.createdAt.localeCompare(b.createdAt),
  status: (a, b) => Number(a.banned) - Number(b.banned),
}

/** The same people in this order; equals keep theirs. */
export function sortPeople(people: readonly User[], order: Order | null): readonly User[] {
  if (!order) return people
  const sign = order.descending ? -1 : 1
  return people.toSorted((a, b) => sign * COMPARE[order.column](a, b))
}

/** Order after a press on a column's head: that column upwards, or, when it is so already, the other way. */
export function nextOrder(current: Order | null, column: PeopleColumn): Order | null {
  const { column: sorted, descending } = current ?? NEWEST_FIRST
  const next = { column, descending: sorted === column ? !descending : column === 'joined' }
  return next.column === NEWEST_FIRST.column && next.descending ? null : next
}

/** The order an address names: `name`, or `-name` downwards. */
export function readOrder(text: string | null): Order | null {
  const column = text?.replace(/^-/, '') ?? ''
  return isColumn(column) ? { column, descending: text?.startsWith('-') === true } : null
}

/** As `readOrder` reads it. */
export function orderName({ column, descending }: Order): string {
  return `${descending ? '-' : ''}${column}`
}

function isColumn(text: string): text is PeopleColumn {
  return Object.hasOwn(COMPARE, text)
}
