import { describe, expect, test } from 'vitest'
import { aUser } from '../../../testing/user.ts'
import { nextOrder, type PeopleColumn, sortPeople } from './people-order.ts'

const ana = aUser({ id: 1, name: 'ana', email: 'c@x', role: 'ADMIN', createdAt: '2026-03-01T00:00:00.000Z' })
const bea = aUser({
  id: 2,
  name: 'Bea',
  email: 'a@x',
  role: 'LISTENER',
  createdAt: '2026-01-01T00:00:00.000Z',
})
const carl = aUser({ id: 3, name: 'Carl 2', email: 'b@x', role: 'DJ', banned: true })
const dan = aUser({ id: 4, name: 'Carl 10', email: 'd@x', role: 'DJ', createdAt: '2026-02-01T00:00:00.000Z' })
const people = [carl, dan, ana, bea]

describe('the order of people', () => {
  test.each<[PeopleColumn, number[]]>([
    ['name', [1, 2, 3, 4]],
    ['email', [2, 3, 1, 4]],
    ['role', [2, 3, 4, 1]],
    ['joined', [3, 2, 4, 1]],
    ['status', [4, 1, 2, 3]],
  ])('[SH64] by %s, equals as they were', (column, ids) => {
    expect(sortPeople(people, { column, descending: false }).map(({ id }) => id)).toEqual(ids)
  })

  test('[SH64] downwards', () => {
    expect(sortPeople(people, { column: 'name', descending: true }).map(({ id }) => id)).toEqual([4, 3, 2, 1])
  })

  test('[SH64] a head sorts upwards, then downwards; the date starts with the newest', () => {
    const up = nextOrder(null, 'name')
    expect(up).toEqual({ column: 'name', descending: false })
    expect(nextOrder(up, 'name')).toEqual({ column: 'name', descending: true })
    expect(nextOrder(up, 'joined')).toBeNull()
    expect(nextOrder(null, 'joined')).toEqual({ column: 'joined', descending: false })
  })
})
