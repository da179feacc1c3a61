import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlayedHistory } from './history.ts'
import { nextItem, type Random } from './next-item.ts'
import {
  artistKey,
  type Choice,
  DEFAULT_RULES,
  type LibraryItem,
  type PlayedItem,
  type PlayoutRules,
  type Replay,
} from './rules.ts'
import { startsUpTo } from './starts-up-to.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A Monday, midnight in Manila. */
const MONDAY = Date.parse('2026-06-01T00:00:00+08:00')
const NEVER_FIRST: Random = () => 0.999

function track(id: number, artist: string | null = `Artist ${id}`): LibraryItem {
  return { id, kind: 'TRACK', artist }
}

function playlist(tracks: LibraryItem[], changes = {}) {
  return { id: 1, tracks, weight: 1, hours: [], ...changes }
}

function rulesOf(changes: Partial<PlayoutRules> = {}): PlayoutRules {
  return {
    ...DEFAULT_RULES,
    playlists: [playlist([track(1), track(2), track(3)])],
    replays: [],
    shorts: [],
    timeZone: 'Asia/Manila',
    ...changes,
  }
}

function played(...items: PlayedItem[]): PlayedHistory {
  const history = new PlayedHistory()
  for (const item of items) history.add(item)
  return history
}

function trackAt(id: number, startedAt: number, artist: string | null = `Artist ${id}`): PlayedItem {
  return { kind: 'TRACK', id, artist, startedAt }
}

test('[PY1] no track again within four hours, no artist within one', () => {
  const now = MONDAY + 10 * HOUR_MS
  const tracks = [track(1, 'asin'), track(2, 'asin'), track(3, 'Freestyle')]
  const history = played(
    trackAt(3, now - 4 * HOUR_MS + 1, 'Freestyle'),
    trackAt(1, now - HOUR_MS, artistKey(' ASIN ')),
  )
  const choose = (at: number) =>
    nextItem(history, rulesOf({ playlists: [playlist(tracks)] }), at, NEVER_FIRST)
  expect(choose(now)).toMatchObject({ id: 2, broken: [] })
  expect(choose(now + 1)).toMatchObject({ id: 3, broken: [] })
})

test('[PY2] where no item keeps the rules, the one that breaks them least, and what it broke', () => {
  const now = MONDAY + 10 * HOUR_MS
  const history = played(
    trackAt(1, now - 3 * HOUR_MS),
    trackAt(2, now - 2 * HOUR_MS),
    trackAt(3, now - MINUTE_MS),
  )
  expect(nextItem(history, rulesOf(), now, NEVER_FIRST)).toEqual({
    kind: 'TRACK',
    id: 1,
    artist: 'Artist 1',
    broken: ['TRACK_GAP'],
  })
  const oneArtist = rulesOf({ playlists: [playlist([track(1, 'Asin'), track(2, 'Asin')])] })
  const justPlayed = played(trackAt(1, now - MINUTE_MS, 'Asin'))
  expect(nextItem(justPlayed, oneArtist, now, NEVER_FIRST)).toMatchObject({ id: 2, broken: ['ARTIST_GAP'] })
})

test('[PY3] a jingle after so many items, the one that was longest ago', () => {
  const shorts: LibraryItem[] = [
    { id: 11, kind: 'JINGLE', artist: null },
    { id: 12, kind: 'JINGLE', artist: null },
  ]
  const rules = rulesOf({ shorts, jingleEvery: 2, isStationIdHourly: false })
  const history = played({ kind: 'JINGLE', id: 11, artist: null, startedAt: MONDAY }, trackAt(1, MONDAY + 1))
  const now = MONDAY + 10 * HOUR_MS
  expect(nextItem(history, rules, now, NEVER_FIRST)?.kind).toBe('TRACK')
  history.add(trackAt(2, MONDAY + 2))
  expect(nextItem(history, rules, now, NEVER_FIRST)).toMatchObject({ kind: 'JINGLE', id: 12 })
  expect(nextItem(history, { ...rules, jingleEvery: 0 }, now, NEVER_FIRST)?.kind).toBe('TRACK')
})

test('[PY4] a station id first in every hour', () => {
  const rules = rulesOf({ shorts: [{ id: 21, kind: 'STATION_ID', artist: null }] })
  const idAt = (startedAt: number): PlayedItem => ({ kind: 'STATION_ID', id: 21, artist: null, startedAt })
  const kindAt = (history: PlayedHistory, now: number) => nextItem(history, rules, now, NEVER_FIRST)?.kind
  expect(kindAt(played(), MONDAY)).toBe('STATION_ID')
  expect(kindAt(played(idAt(MONDAY)), MONDAY + HOUR_MS - 1)).toBe('TRACK')
  expect(kindAt(played(idAt(MONDAY + HOUR_MS - 1)), MONDAY + HOUR_MS)).toBe('STATION_ID')
})

test('[PY5] a playlist plays in its hours, as often as it weighs', () => {
  const now = MONDAY + 10 * HOUR_MS
  const morning = playlist([track(1)], { hours: [{ day: 1, from: 6 * 60, to: 10 * 60 }] })
  const day = playlist([track(2)], { weight: 3, hours: [{ day: 1, from: 6 * 60, to: 12 * 60 }] })
  const rules = rulesOf({ playlists: [morning, day] })
  const pick = (at: number, value: number) => nextItem(played(), rules, at, () => value)?.id
  expect(pick(now - 1, 0.24)).toBe(1)
  expect(pick(now - 1, 0.26)).toBe(2)
  expect(pick(now, 0)).toBe(2)
  expect(pick(MONDAY + DAY_MS + 7 * HOUR_MS, 0)).toBeUndefined()
})

test('[PY6] replays of the same day of the week first, none twice in a week', () => {
  const replays: Replay[] = [
    { id: 1, firstAiredAt: MONDAY - 13 * DAY_MS },
    { id: 2, firstAiredAt: MONDAY - 14 * DAY_MS },
  ]
  const rules = rulesOf({ playlists: [], replays, replayWeight: 1 })
  expect(nextItem(played(), rules, MONDAY, () => 0)).toMatchObject({ kind: 'REPLAY', id: 2, broken: [] })
  const history = played({ kind: 'REPLAY', id: 2, artist: null, startedAt: MONDAY - DAY_MS })
  expect(nextItem(history, rules, MONDAY, () => 0)).toMatchObject({ id: 1, broken: [] })
  history.add({ kind: 'REPLAY', id: 1, artist: null, startedAt: MONDAY })
  expect(nextItem(history, rules, MONDAY, () => 0)).toMatchObject({ id: 2, broken: ['REPLAY_GAP'] })
})

test('[PY6] a show is not played again within a week of itself, unless there is nothing else', () => {
  const now = MONDAY + 10 * HOUR_MS
  const older: Replay = { id: 1, firstAiredAt: now - 8 * DAY_MS }
  const justOver: Replay = { id: 2, firstAiredAt: now - HOUR_MS }
  const choose = (rules: Partial<PlayoutRules>, at = now) =>
    nextItem(played(), rulesOf({ playlists: [], ...rules }), at, () => 0)
  expect(choose({ replays: [justOver, older] })).toMatchObject({ id: 1, broken: [] })
  expect(choose({ replays: [justOver], playlists: [playlist([track(3)])] })).toMatchObject({ kind: 'TRACK' })
  expect(choose({ replays: [justOver] })).toMatchObject({ kind: 'REPLAY', id: 2, broken: ['REPLAY_GAP'] })
  const inAWeek = justOver.firstAiredAt + 7 * DAY_MS
  expect(choose({ replays: [justOver] }, inAWeek - 1)).toMatchObject({ broken: ['REPLAY_GAP'] })
  expect(choose({ replays: [justOver, older] }, inAWeek)).toMatchObject({ id: 2, broken: [] })
})

test('[PY7] nothing to play is null, whatever jingles there are', () => {
  const shorts: LibraryItem[] = [{ id: 11, kind: 'STATION_ID', artist: null }]
  const nothing = [
    rulesOf({ playlists: [] }),
    rulesOf({ playlists: [playlist([])], shorts }),
    rulesOf({ playlists: [playlist([track(1)], { weight: 0 })], shorts }),
    rulesOf({ playlists: [], replays: [{ id: 1, firstAiredAt: 0 }], replayWeight: 0 }),
  ]
  for (const rules of nothing) expect(nextItem(played(), rules, MONDAY, () => 0)).toBeNull()
})

test('[PY8] any rules and any history: an item of the rules in its hours, or null', () => {
  fc.assert(
    fc.property(
      libraries,
      fc.array(plays, { maxLength: 40 }),
      fc.infiniteStream(fractions),
      (library, past, values) => {
        const rules = rulesOf(library)
        const history = played(...past.sort((a, b) => a.startedAt - b.startedAt))
        const random = () => values.next().value as number
        const choice = nextItem(history, rules, MONDAY + 10 * HOUR_MS, random)
        if (choice) expect(isOffered(rules, choice)).toBe(true)
        else
          expect(rules.playlists.every(({ weight, tracks }) => weight === 0 || tracks.length === 0)).toBe(
            true,
          )
      },
    ),
  )
})

test('[PY9] a year of playout breaks no rule and uses the whole library', () => {
  const tracks = Array.from({ length: 150 }, (_, index) => track(index + 1, `Artist ${index % 60}`))
  const evening = playlist(tracks.slice(0, 90), { weight: 2, hours: everyDay(18 * 60, 24 * 60) })
  const rules = rulesOf({
    playlists: [playlist(tracks), evening],
    replays: Array.from({ length: 60 }, (_, id) => ({
      id: id + 1,
      firstAiredAt: MONDAY - (id + 1) * DAY_MS,
    })),
    replayWeight: 0.05,
    shorts: [
      { id: 901, kind: 'JINGLE', artist: null },
      { id: 902, kind: 'JINGLE', artist: null },
      { id: 903, kind: 'STATION_ID', artist: null },
    ],
  })
  const year = simulate(rules, MONDAY, MONDAY + 365 * DAY_MS)
  expect(year.broken).toEqual([])
  expect(year.names.filter((key) => key.startsWith('TRACK'))).toHaveLength(150)
  expect(year.names.filter((key) => key.startsWith('REPLAY'))).toHaveLength(60)
  expect(year.hoursWithoutId).toBe(0)
  expect(year.longestWithoutShort).toBe(4)
})

test('[PY10] what the log has after now went out up to now, each for as long as it lasts', () => {
  const item = (startedAt: number, durationMs: number) => ({ startedAt, durationMs })
  const log = [item(100, 50), item(9_000, 10), item(9_010, 30), item(9_010, 20)]
  expect(startsUpTo(log, 1_000)).toEqual([item(100, 50), item(940, 10), item(950, 30), item(980, 20)])
  expect(startsUpTo(log, 9_020)).toEqual([item(100, 50), item(9_000, 10), item(9_009, 30), item(9_010, 20)])
  expect(startsUpTo([], 0)).toEqual([])
})

const fractions = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const trackIds = fc.integer({ min: 1, max: 12 })
const plays: fc.Arbitrary<PlayedItem> = fc.record({
  kind: fc.constantFrom('TRACK', 'JINGLE', 'STATION_ID', 'REPLAY'),
  id: trackIds,
  artist: fc.constantFrom(null, 'A', 'B'),
  startedAt: fc.integer({ min: MONDAY - DAY_MS, max: MONDAY + 20 * HOUR_MS }),
})
const libraries = fc.record({
  playlists: fc.array(
    fc.record({
      id: fc.nat(),
      weight: fc.constantFrom(0, 1, 5),
      hours: fc.constant([]),
      tracks: fc.array(
        trackIds.map((id) => track(id, id % 3 === 0 ? null : 'A')),
        { maxLength: 6 },
      ),
    }),
    { maxLength: 3 },
  ),
  shorts: fc.array(
    fc.record({
      id: trackIds,
      kind: fc.constantFrom('JINGLE' as const, 'STATION_ID' as const),
      artist: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
  jingleEvery: fc.nat({ max: 5 }),
})

function isOffered({ playlists, shorts }: PlayoutRules, { kind, id }: Choice): boolean {
  return kind === 'TRACK'
    ? playlists.some(({ weight, tracks }) => weight > 0 && tracks.some((item) => item.id === id))
    : shorts.some((item) => item.kind === kind && item.id === id)
}

function everyDay(from: number, to: number) {
  return Array.from({ length: 7 }, (_, day) => ({ day, from, to }))
}

/** Seconds an item lasts: tracks 3 to 5 min, replays one hour, the rest 10 s. */
function lengthMs({ kind, id }: Choice): number {
  if (kind === 'TRACK') return (180 + ((id * 37) % 120)) * 1000
  return kind === 'REPLAY' ? HOUR_MS : 10_000
}

function simulate(rules: PlayoutRules, from: number, to: number) {
  const history = new PlayedHistory()
  const random = seeded(7)
  const names = new Set<string>()
  const broken: Choice[] = []
  const hoursWithId = new Set<number>()
  const hoursPlayed = new Set<number>()
  let longestWithoutShort = 0
  for (let now = from; now < to; ) {
    const choice = nextItem(history, rules, now, random)
    if (!choice) throw new Error(`nothing to play at ${new Date(now).toISOString()}`)
    if (choice.broken.length > 0) broken.push(choice)
    names.add(`${choice.kind} ${choice.id}`)
    const hour = Math.floor(now / HOUR_MS)
    hoursPlayed.add(hour)
    if (choice.kind === 'STATION_ID') hoursWithId.add(hour)
    history.add({ ...choice, startedAt: now })
    longestWithoutShort = Math.max(longestWithoutShort, history.sinceShort)
    now += lengthMs(choice)
  }
  const hoursWithoutId = [...hoursPlayed].filter((hour) => !hoursWithId.has(hour)).length
  return { broken, names: [...names], hoursWithoutId, longestWithoutShort }
}

/** The same numbers each time (mulberry32). */
function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
