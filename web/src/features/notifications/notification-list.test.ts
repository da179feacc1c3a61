import type { Notification } from '@carillon/contract/notifications/schemas'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../session/preferences.ts'
import { enabledBy } from './is-enabled.ts'
import {
  cleared,
  NOBODYS_LIST,
  pagedItems,
  uncleared,
  withAllRead,
  withArrival,
  withNewestPage,
  withPage,
  withRead,
  withUnread,
} from './notification-list.ts'
import { ALL_TYPES, aNotification, manyNotifications } from './testing.tsx'

const isEnabled = enabledBy(DEFAULT_PREFERENCES)
const ids = (items: readonly Notification[]) => items.map(({ id }) => id)
const page = (content: Notification[], last = false) => ({ content, last })
const without = { ...aNotification(), id: undefined } as unknown as Notification

describe('the list of notifications', () => {
  test('[NV1] holds each id once, newest first, and none without an id', () => {
    const first = withPage(NOBODYS_LIST, page([aNotification({ id: 3 }), without]), isEnabled)
    const both = withPage(first, page([aNotification({ id: 3 }), aNotification({ id: 1 })]), isEnabled)
    expect(ids(withArrival(both, aNotification({ id: 2 }), isEnabled).items)).toEqual([3, 2, 1])
    expect(withArrival(both, without, isEnabled)).toBe(both)
  })

  test('[NV1] what was read stays read, whatever an older answer says', () => {
    const arrived = withArrival(NOBODYS_LIST, aNotification(), isEnabled)
    const again = withPage(withRead(arrived, 1), page([aNotification()]), isEnabled)
    expect(again.items[0]?.read).toBe(true)
  })

  test('[NV2] an arrival counts once, when it is unread and wanted', () => {
    const once = withArrival(NOBODYS_LIST, aNotification({ id: 5 }), isEnabled)
    const twice = withArrival(once, aNotification({ id: 5 }), isEnabled)
    const read = withArrival(twice, aNotification({ id: 6, read: true }), isEnabled)
    const unwanted = withArrival(read, aNotification({ id: 7, type: 'NEW_BROADCAST_POSTED' }), isEnabled)
    expect([once, twice, read, unwanted].map(({ unreadCount }) => unreadCount)).toEqual([1, 1, 1, 1])
    expect(ids(unwanted.items)).toEqual([6, 5])
  })

  test('[NV601] with each event of a broadcast what it makes outdated counts as read, of that broadcast alone', () => {
    const of = (id: number, type: Notification['type'], link: string) => aNotification({ id, type, link })
    const before = [
      of(1, 'BROADCAST_STARTING_SOON', '/broadcast/7'),
      of(2, 'BROADCAST_STARTING_SOON', '/broadcast/8'),
      of(3, 'BROADCAST_STARTED', '/broadcast/7'),
    ]
    const onAir = before.reduce((list, item) => withArrival(list, item, isEnabled), NOBODYS_LIST)
    const ended = withArrival(onAir, of(4, 'BROADCAST_ENDED', '/broadcast/7'), isEnabled)
    const unread = ({ items }: typeof onAir) => ids(items.filter(({ read }) => !read))
    expect([unread(onAir), onAir.unreadCount]).toEqual([[3, 2], 2])
    expect([unread(ended), ended.unreadCount]).toEqual([[4, 2], 2])
  })

  test('[NV3] the count never falls below 0, and marking all sets it to 0', () => {
    const arrived = withArrival(NOBODYS_LIST, aNotification(), isEnabled)
    expect(withRead(withRead({ ...arrived, unreadCount: 0 }, 1), 1).unreadCount).toBe(0)
    const all = withAllRead({ ...arrived, unreadCount: 40 })
    expect([all.unreadCount, all.items.every(({ read }) => read)]).toEqual([0, true])
  })

  test('[NV3] after a gap the station says what is unread; what came meanwhile still counts', () => {
    const known = withPage(NOBODYS_LIST, page(manyNotifications(3)), isEnabled)
    const meanwhile = withArrival(known, aNotification({ id: 4 }), isEnabled)
    const asked = { isEnabled, knownUpTo: 3, count: 1 }
    const after = withUnread(meanwhile, [aNotification({ id: 2 })], asked)
    expect(ids(after.items.filter(({ read }) => !read))).toEqual([4, 2])
    expect(after.unreadCount).toBe(2)
  })

  test('[NV3] of more than a hundred the station counts, for it names no more', () => {
    const asked = { isEnabled, knownUpTo: 0, count: 250 }
    expect(withUnread(NOBODYS_LIST, manyNotifications(100), asked).unreadCount).toBe(250)
  })

  test.each([
    ['broadcastStart', ['BROADCAST_STARTED']],
    ['broadcastReminders', ['BROADCAST_STARTING_SOON']],
    ['newSchedule', ['BROADCAST_SCHEDULED', 'NEW_BROADCAST_POSTED']],
    ['systemUpdates', ['USER_REGISTERED', 'GENERAL', 'ALERT', 'INFO', 'REMINDER']],
  ] as const)('[NV4] without %s all but %j are shown', (name, hidden) => {
    const all = { broadcastStart: true, broadcastReminders: true, newSchedule: true, systemUpdates: true }
    const unwanted = ALL_TYPES.filter((item) => !enabledBy({ ...all, [name]: false })(item))
    expect(new Set(unwanted.map(({ type }) => type))).toEqual(new Set(hidden))
  })

  test('[NV5] there is more only while the station says so and a page holds something wanted', () => {
    const more = (content: Notification[], last: boolean) =>
      withPage(NOBODYS_LIST, page(content, last), isEnabled).hasMore
    expect(more([aNotification()], false)).toBe(true)
    expect(more([aNotification()], true)).toBe(false)
    expect(more([aNotification({ type: 'BROADCAST_SCHEDULED' })], false)).toBe(false)
    expect(more([], false)).toBe(false)
  })

  test('[NV5] pages show no hole: what is older than they reach waits, and too many new begin them anew', () => {
    const known = withPage(NOBODYS_LIST, page(manyNotifications(3).slice(0, 2)), isEnabled)
    const asked = { isEnabled, knownUpTo: 3, count: 3 }
    const shown = (list: typeof known) => ids(pagedItems(list, isEnabled))
    expect(shown(withUnread(known, manyNotifications(3), asked))).toEqual([3, 2])
    const joined = withNewestPage(
      known,
      page([aNotification({ id: 4 }), aNotification({ id: 3 })]),
      isEnabled,
    )
    expect(shown(joined)).toEqual([4, 3, 2])
    const anew = withNewestPage(known, page([aNotification({ id: 90 })]), isEnabled)
    expect(shown(anew)).toEqual([90])
  })

  test('[NV6] cleared it is empty, also after the next answer; undone it has what came since as well', () => {
    const arrived = withPage(
      withArrival(NOBODYS_LIST, aNotification({ id: 2 }), isEnabled),
      page([], true),
      isEnabled,
    )
    const empty = cleared(arrived)
    const asked = { isEnabled, knownUpTo: 0, count: 1 }
    expect(withUnread(empty, [aNotification({ id: 2 })], asked)).toMatchObject({ items: [], unreadCount: 0 })
    const since = withArrival(empty, aNotification({ id: 3 }), isEnabled)
    expect(ids(since.items)).toEqual([3])
    const back = uncleared(arrived, since)
    expect([ids(back.items), back.unreadCount]).toEqual([[3, 2], 2])
  })
})
