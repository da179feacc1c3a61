import type { PlayedHistory } from './history.ts'
import { isWithinHours, type StationTime, stationTime } from './hours.ts'
import type { BrokenRule, Choice, ItemKind, LibraryItem, PlayoutRules, ShortKind } from './rules.ts'

/** A number from 0 up to, not including, 1. */
export type Random = () => number
type Candidate = { kind: ItemKind; id: number; artist: string | null; firstAiredAt?: number }
type Source = {
  weight: number
  items: readonly Candidate[]
  /** Those that go before the rest, where they keep the rules. */
  first: (item: Candidate) => boolean
}
/** Shares of the gaps that have not passed yet, each from 0 to 1. */
type Missing = Partial<Record<BrokenRule, number>>

/**
 * The item that follows: a station id in each hour, a jingle after so many items, else a track or replay that keeps all
 * rules. Where none keeps them, the one that broke them least, with what it broke. Null when there is nothing to play.
 */
export function nextItem(
  history: PlayedHistory,
  rules: PlayoutRules,
  now: number,
  random: Random,
): Choice | null {
  const time = stationTime(now, rules.timeZone)
  const sources = sourcesOf(rules, time)
  if (sources.length === 0) return null
  const missing = (item: Candidate) => missingOf(item, history, rules, now)
  return nextShort(history, rules, now, time) ?? nextOfSources(sources, missing, random)
}

/** Jingles and ids alone are no programme: they are asked for only where there is something to stand between. */
function nextShort(
  history: PlayedHistory,
  rules: PlayoutRules,
  now: number,
  time: StationTime,
): Choice | null {
  const isIdDue =
    rules.isStationIdHourly &&
    (history.stationIdAt === null || stationTime(history.stationIdAt, rules.timeZone).hour !== time.hour)
  const stationId = isIdDue ? longestAgo(history, rules, now, 'STATION_ID') : null
  if (stationId) return stationId
  const isJingleDue = rules.jingleEvery > 0 && history.sinceShort >= rules.jingleEvery
  return isJingleDue ? longestAgo(history, rules, now, 'JINGLE') : null
}

function longestAgo(
  history: PlayedHistory,
  { shorts }: PlayoutRules,
  now: number,
  kind: ShortKind,
): Choice | null {
  let chosen: LibraryItem | null = null
  let longest = Number.NEGATIVE_INFINITY
  for (const item of shorts) {
    const since = item.kind === kind ? history.sinceItem(kind, item.id, now) : null
    if (since === null || since <= longest) continue
    longest = since
    chosen = item
  }
  return chosen && { kind, id: chosen.id, artist: chosen.artist, broken: [] }
}

function sourcesOf(rules: PlayoutRules, time: StationTime): Source[] {
  const sources: Source[] = rules.playlists
    .filter(({ hours }) => isWithinHours(hours, time))
    .map(({ weight, tracks }) => ({ weight, items: tracks, first: () => true }))
  sources.push({
    weight: rules.replayWeight,
    items: rules.replays.map(({ id, firstAiredAt }) => ({ kind: 'REPLAY', id, artist: null, firstAiredAt })),
    first: ({ firstAiredAt = 0 }) => stationTime(firstAiredAt, rules.timeZone).day === time.day,
  })
  return sources.filter(({ weight, items }) => weight > 0 && items.length > 0)
}

function nextOfSources(
  sources: readonly Source[],
  missing: (item: Candidate) => Missing | null,
  random: Random,
): Choice {
  const open = sources
    .map((source) => ({ ...source, items: source.items.filter((item) => missing(item) === null) }))
    .filter(({ items }) => items.length > 0)
  if (open.length === 0) return leastBad(sources, missing)
  const { items, first } = weighted(open, random)
  const preferred = items.filter(first)
  const { kind, id, artist } = anyOf(preferred.length > 0 ? preferred : items, random)
  return { kind, id, artist, broken: [] }
}

function weighted(sources: readonly Source[], random: Random): Source {
  let left = random() * sources.reduce((sum, { weight }) => sum + weight, 0)
  for (const source of sources) {
    left -= source.weight
    if (left < 0) return source
  }
  return sources.at(-1) as Source
}

function anyOf<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item
}

function leastBad(sources: readonly Source[], missing: (item: Candidate) => Missing | null): Choice {
  const [least] = sources
    .flatMap(({ items }) => items)
    .map((item) => ({ item, shares: missing(item) ?? {} }))
    .toSorted((a, b) => badness(a.shares) - badness(b.shares))
  const { item, shares } = least as { item: Candidate; shares: Missing }
  return { kind: item.kind, id: item.id, artist: item.artist, broken: Object.keys(shares) as BrokenRule[] }
}

/** The same song again is worse than another one of the same artist. */
function badness({ TRACK_GAP = 0, REPLAY_GAP = 0, ARTIST_GAP = 0 }: Missing): number {
  return 2 * (TRACK_GAP + REPLAY_GAP) + ARTIST_GAP
}

/** Null when the item keeps all rules. */
function missingOf(
  { kind, id, artist, firstAiredAt = Number.NEGATIVE_INFINITY }: Candidate,
  history: PlayedHistory,
  { trackGapMs, replayGapMs, artistGapMs }: PlayoutRules,
  now: number,
): Missing | null {
  const isReplay = kind === 'REPLAY'
  // A show is the first time that its recording went out.
  const since = Math.min(history.sinceItem(kind, id, now), now - firstAiredAt)
  const again = missingShare(since, isReplay ? replayGapMs : trackGapMs)
  const sameArtist = artist === null ? 0 : missingShare(history.sinceArtist(artist, now), artistGapMs)
  if (again === 0 && sameArtist === 0) return null
  return {
    ...(again > 0 && { [isReplay ? 'REPLAY_GAP' : 'TRACK_GAP']: again }),
    ...(sameArtist > 0 && { ARTIST_GAP: sameArtist }),
  }
}

function missingShare(sinceMs: number, gapMs: number): number {
  return gapMs > 0 && sinceMs < gapMs ? Math.min(1, 1 - sinceMs / gapMs) : 0
}
