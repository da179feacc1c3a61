import { USER_STATUSES } from '@carillon/contract/auth/schemas'
import { ROLES, type Role } from '@carillon/contract/roles'
import { type Order, orderName, readOrder } from './people-order.ts'

export type AccountStatus = (typeof USER_STATUSES)[number]

/** Which people are in view. `page` counts from 0, as the wire does; the address counts from 1, as people do. */
export type PeopleFilters = {
  q: string
  role: Role | null
  status: AccountStatus | null
  page: number
  /** Null: newest first, as the station gives them. */
  order: Order | null
}

const MAX_SEARCH_LENGTH = 100

/** The filters an address holds; what it holds wrongly is left out. */
export function readFilters(address: URLSearchParams): PeopleFilters {
  const page = Number(address.get('page') ?? 1)
  return {
    q: (address.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
    role: ROLES.find((role) => role === address.get('role')?.toUpperCase()) ?? null,
    status: USER_STATUSES.find((status) => status === address.get('status')?.toUpperCase()) ?? null,
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    order: readOrder(address.get('sort')),
  }
}

/** The address of these filters: what is as at the start is not in it. */
export function addressOf({ q, role, status, page, order }: PeopleFilters): URLSearchParams {
  return new URLSearchParams({
    ...(q && { q }),
    ...(role && { role: role.toLowerCase() }),
    ...(status && { status: status.toLowerCase() }),
    ...(order && { sort: orderName(order) }),
    ...(page > 0 && { page: String(page + 1) }),
  })
}

/** Filters that bring everybody back. */
export const CLEARED = { q: '', role: null, status: null } as const satisfies Partial<PeopleFilters>

/** Whether anything but the page narrows the view. */
export function isFiltered({ q, role, status }: PeopleFilters): boolean {
  return q.trim() !== '' || role !== null || status !== null
}

/** Words over an empty list. */
export function emptyWords({ q, role, status }: PeopleFilters): string {
  const search = q.trim()
  if (search === '') return 'No one matches these filters'
  return role || status ? `No one matches “${search}” with these filters` : `No one matches “${search}”`
}
