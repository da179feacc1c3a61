import type { User } from '@carillon/contract/auth/schemas'
import { vi } from 'vitest'
import { type Answer, failure, ok, type ReceivedRequest } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'

/** Gives the page of a test a width: wide has the table, narrow the list. */
export function setWide(isWide: boolean): void {
  const list = { matches: isWide, addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', () => list)
}

/** This many listeners, the newest first: `Listener 1` has the id 101. */
export function listeners(count: number): User[] {
  return Array.from({ length: count }, (_, index) => {
    const number = count - index
    const name = `Listener ${number}`
    return aUser({ id: 100 + number, name, firstname: 'Listener', email: `l${number}@campus.example` })
  })
}

/** A station whose accounts are `people`: it lists, filters and changes them as the contract says. */
export function answerFor(people: User[]): (request: ReceivedRequest) => Answer {
  const change = (id: number, changed: Partial<User>): Answer => {
    const index = people.findIndex((person) => person.id === id)
    const person = people[index]
    if (!person) return failure(404, 'NOT_FOUND', 'Not found.')
    people[index] = { ...person, ...changed }
    return ok(people[index])
  }
  return ({ url, method, body }) => {
    const { pathname, searchParams } = url
    const id = Number(pathname.split('/')[3])
    if (pathname.endsWith('/paged')) return ok(pageOf(people, searchParams))
    if (pathname.includes('/role')) return change(id, { role: searchParams.get('newRole') as User['role'] })
    if (pathname.endsWith('/ban')) {
      const { reason } = body as { reason: string }
      return change(id, { banned: true, bannedUntil: '2026-11-27T07:32:00.000Z', banReason: reason })
    }
    if (pathname.endsWith('/unban')) return change(id, { banned: false, bannedUntil: null, banReason: null })
    if (pathname.endsWith('/reset-password'))
      return ok({ mailedTo: null, link: '/reset-password#a-token-for-once' })
    if (pathname.endsWith('/totp/off')) return change(id, { totp: false })
    if (method === 'POST' && pathname === '/api/auth/users') {
      const { password: _, ...given } = body as User & { password: string }
      const created = aUser({ ...given, id: 900, name: `${given.firstname} ${given.lastname}` })
      people.unshift(created)
      return ok(created, 201)
    }
    const person = people.find((one) => pathname === `/api/auth/${one.id}`)
    return ok(person ?? aUser({ role: 'ADMIN' }))
  }
}

function pageOf(people: readonly User[], query: URLSearchParams) {
  const [page, size] = [Number(query.get('page')), 15]
  const [q, role, status] = [query.get('q') ?? '', query.get('role'), query.get('status')]
  const found = people.filter(
    (person) =>
      `${person.name} ${person.email}`.toLowerCase().includes(q.toLowerCase()) &&
      (!role || person.role === role) &&
      (!status || person.banned === (status === 'BANNED')),
  )
  const totalPages = Math.ceil(found.length / size)
  const content = found.slice(page * size, (page + 1) * size)
  return { content, page, size, totalElements: found.length, totalPages, last: page + 1 >= totalPages }
}
