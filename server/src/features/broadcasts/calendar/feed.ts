import { setImmediate as nextTurn } from 'node:timers/promises'
import { beginCalendar, CALENDAR_END, eventTexts, urlLine } from './icalendar.ts'
import { presentEvent } from './present.ts'
import type { CalendarShow } from './store.ts'

/** A calendar without the origin of its addresses: one text more than there are addresses, which stand between them. */
export type Feed = { version: string; texts: readonly string[]; paths: readonly string[] }

/** Long descriptions take a tenth of a millisecond each: others get their turn after this number. */
const SHOWS_PER_TURN = 20
/** The length of a piece, about. */
const PIECE_LENGTH = 16 * 1024

/** Writes a feed, giving others their turn. */
export async function prepareFeed(
  name: string,
  shows: readonly CalendarShow[],
  version: string,
): Promise<Feed> {
  const texts: string[] = []
  const paths: string[] = []
  let text = beginCalendar(name)
  for (const [at, show] of shows.entries()) {
    const event = presentEvent(show, '')
    const { before, after } = eventTexts(event)
    texts.push(text + before)
    paths.push(event.url)
    text = after
    if (at % SHOWS_PER_TURN === SHOWS_PER_TURN - 1) await nextTurn()
  }
  return { version, texts: [...texts, text + CALENDAR_END], paths }
}

/** The feed for who came by this origin, in pieces that are made as they are taken. */
export function* piecesOf({ texts, paths }: Feed, origin: string): Generator<string> {
  let piece = ''
  for (const [at, text] of texts.entries()) {
    const path = paths[at]
    piece += path === undefined ? text : text + urlLine(origin + path)
    if (piece.length < PIECE_LENGTH && path !== undefined) continue
    yield piece
    piece = ''
  }
}

/** Keeps the last feed: it is written again when its version is another, once however many ask. */
export function createFeedKeeper(
  write: (version: string) => Promise<Feed>,
): (version: string) => Promise<Feed> {
  let kept: { version: string; feed: Promise<Feed> } | null = null
  return (version) => {
    if (kept?.version === version) return kept.feed
    const feed = write(version)
    const own = { version, feed }
    kept = own
    feed.catch(() => {
      if (kept === own) kept = null
    })
    return feed
  }
}
