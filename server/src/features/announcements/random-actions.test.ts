import type { Person } from '@carillon/contract/roles'
import { toLocalDateTime } from '@carillon/contract/time'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, roundsOn } from '../../../tests/support/show.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { State } from './states.ts'
import { findAnnouncement } from './store.ts'
import type { StoredAnnouncement } from './table.ts'
import { body, openAnnouncementPlace, STATION_ZONE } from './testing.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 60)
const WHO = ['author', 'otherDj', 'listener', 'moderator', 'admin', 'clock'] as const
type Who = (typeof WHO)[number]
const ACTIONS = [
  'publish',
  'schedule',
  'reject',
  'resubmit',
  'pin',
  'unpin',
  'archive',
  'unarchive',
  'update',
  'delete',
] as const
type Action = (typeof ACTIONS)[number]
type Step = { from: readonly State[]; action: Action; to: State | 'same' | 'before'; who: readonly Who[] }

const STAFF = ['moderator', 'admin'] as const
const NOT_ARCHIVED = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'REJECTED'] as const
const LIVING = [...NOT_ARCHIVED, 'ARCHIVED'] as const

/** The agreed table, written by hand, line by line. */
const TABLE: readonly Step[] = [
  { from: ['DRAFT', 'SCHEDULED'], action: 'publish', to: 'PUBLISHED', who: STAFF },
  { from: ['SCHEDULED'], action: 'publish', to: 'PUBLISHED', who: ['clock'] },
  { from: ['DRAFT'], action: 'schedule', to: 'SCHEDULED', who: STAFF },
  { from: ['DRAFT', 'SCHEDULED'], action: 'reject', to: 'REJECTED', who: STAFF },
  { from: ['REJECTED'], action: 'resubmit', to: 'DRAFT', who: ['author'] },
  { from: ['PUBLISHED'], action: 'pin', to: 'same', who: STAFF },
  { from: ['PUBLISHED'], action: 'unpin', to: 'same', who: STAFF },
  { from: NOT_ARCHIVED, action: 'archive', to: 'ARCHIVED', who: STAFF },
  { from: ['PUBLISHED', 'SCHEDULED'], action: 'archive', to: 'ARCHIVED', who: ['clock'] },
  { from: ['ARCHIVED'], action: 'unarchive', to: 'before', who: STAFF },
  { from: ['DRAFT', 'REJECTED'], action: 'update', to: 'same', who: ['author'] },
  { from: LIVING, action: 'update', to: 'same', who: STAFF },
  { from: ['DRAFT', 'REJECTED'], action: 'delete', to: 'GONE', who: ['author'] },
  { from: LIVING, action: 'delete', to: 'GONE', who: STAFF },
]
/** Repeated calls whose effect stands. */
const STANDING: Partial<Record<Action, readonly State[]>> = {
  publish: ['PUBLISHED'],
  schedule: ['SCHEDULED'],
  reject: ['REJECTED'],
  resubmit: ['DRAFT'],
  archive: ['ARCHIVED'],
  unarchive: NOT_ARCHIVED,
  delete: ['GONE'],
}
const REFUSALS = ['NOT_FOUND', 'FORBIDDEN', 'WRONG_STATE']

/** Walked beside the random ones, so that each run goes everywhere. */
const WALKS: readonly (readonly (readonly [Who, Action])[])[] = [
  [
    ['moderator', 'schedule'],
    ['admin', 'publish'],
    ['moderator', 'archive'],
    ['admin', 'unarchive'],
  ],
  [
    ['moderator', 'reject'],
    ['author', 'resubmit'],
    ['admin', 'publish'],
  ],
]

let place: Awaited<ReturnType<typeof openAnnouncementPlace>>
let people: Record<Exclude<Who, 'clock'>, Person>

async function read(id: number): Promise<StoredAnnouncement> {
  const found = await findAnnouncement(place.db, id)
  if (!found) throw new Error('no such announcement')
  return found
}

const inMinutes = (minutes: number) =>
  toLocalDateTime(new Date(place.clock.nowMs + minutes * 60_000), STATION_ZONE)

/** Does it; gives the refusal's code, or null. A restarted instance each time: nothing is kept but what is stored. */
async function act(who: Who, action: Action, id: number): Promise<string | null> {
  const service = place.instance()
  if (who === 'clock') {
    place.clock.nowMs += 3 * 60_000
    await service.keepTime()
    return null
  }
  const person = people[who]
  const doing = () => {
    if (action === 'update') return service.update(person, id, body(`Changed by ${who}`))
    if (action === 'reject') return service.reject(person, id, `Not so, says ${who}`)
    if (action !== 'schedule') return service.command(person, id, action)
    return service.schedule(person, id, { scheduledFor: inMinutes(2), expiresAt: inMinutes(7) })
  }
  try {
    await doing()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

function allowed(was: StoredAnnouncement, who: Who, action: Action): State[] {
  return TABLE.filter(
    (step) => step.action === action && step.who.includes(who) && step.from.includes(was.state),
  ).map(({ to }) => {
    if (to === 'same') return was.state
    if (to !== 'before') return to
    const isMissed = was.scheduledFor !== null && was.scheduledFor.getTime() <= place.clock.nowMs
    return was.archivedFrom === 'SCHEDULED' && isMissed ? 'DRAFT' : (was.archivedFrom ?? was.state)
  })
}

describe.each(ENGINES)('announcements, on %s', (engine) => {
  const runs = roundsOn(engine, RUNS)

  beforeAll(async () => {
    place = await openAnnouncementPlace(engine)
    people = {
      author: await place.person('DJ', 'Mikael'),
      otherDj: await place.person('DJ', 'Jana'),
      listener: await place.person('LISTENER', 'Ana'),
      moderator: await place.person('MODERATOR', 'Nina'),
      admin: await place.person('ADMIN', 'Rina'),
    }
  })
  afterAll(() => place.close())

  it(`[AM2] ${runs} random sequences of actions by random people take no way but the agreed table's`, {
    timeout: 180_000,
  }, async () => {
    // After a deletion little can happen: it is to come late.
    const action = fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom(...ACTIONS.filter((each) => each !== 'delete')) },
      { weight: 1, arbitrary: fc.constant('delete' as const) },
    )
    const step = fc.record({ who: fc.constantFrom(...WHO), action })
    const ways = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        await place.db.deleteFrom('announcements').execute()
        const { id } = await place.instance().create(people.author, body())
        place.notices.length = 0
        let publications = 0
        for (const { who, action } of steps) {
          const was = await read(id)
          const refusal = await act(who, action, id)
          const is = await read(id)
          if (was.state !== is.state) ways.add(`${was.state} ${is.state}`)
          if (who === 'clock') {
            if (was.state !== is.state)
              expect(['SCHEDULED PUBLISHED', 'SCHEDULED ARCHIVED', 'PUBLISHED ARCHIVED']).toContain(
                `${was.state} ${is.state}`,
              )
          } else if (refusal !== null) {
            expect(REFUSALS).toContain(refusal)
            expect(is).toEqual(was)
            expect(allowed(was, who, action)).toEqual([])
          } else if (!allowed(was, who, action).includes(is.state)) {
            expect(STANDING[action]).toContain(was.state)
            // Scheduled again, it is moved: that is no other state.
            if (action !== 'schedule') expect(is).toEqual(was)
            else expect(is.state).toBe(was.state)
          }
          if (is.state === 'PUBLISHED' && was.state !== 'ARCHIVED' && was.state !== 'PUBLISHED')
            publications += 1
          expect(is.pinnedAt === null || is.state === 'PUBLISHED').toBe(true)
        }
        const publishedNotices = place.notices.filter(({ type }) => type === 'ANNOUNCEMENT_PUBLISHED')
        expect(publishedNotices).toHaveLength(publications)
      }),
      { numRuns: runs, examples: WALKS.map((walk) => [walk.map(([who, action]) => ({ who, action }))]) },
    )
    // It went everywhere: a table that forbids all would pass as well.
    expect([...ways]).toEqual(
      expect.arrayContaining([
        'DRAFT PUBLISHED',
        'DRAFT SCHEDULED',
        'DRAFT REJECTED',
        'SCHEDULED PUBLISHED',
        'REJECTED DRAFT',
        'PUBLISHED ARCHIVED',
        'ARCHIVED PUBLISHED',
      ]),
    )
  })
})
