import { expect, it } from 'vitest'
import { createFeedKeeper, type Feed, piecesOf, prepareFeed } from './feed.ts'
import { writeCalendar } from './icalendar.ts'
import { presentEvent } from './present.ts'
import type { CalendarShow } from './store.ts'

const AT = new Date('2026-11-20T12:00:00.000Z')
const SHOWS = Array.from({ length: 50 }, (_, at): CalendarShow => {
  const times = { start: AT, end: AT, createdAt: AT, revisedAt: AT }
  return {
    id: at + 1,
    title: `Show ${at}`,
    description: 'é, '.repeat(600),
    host: 'Ana',
    ...times,
    revision: 0,
    isCancelled: false,
  }
})

it('[HT28] a feed in pieces is the calendar of its shows, for each origin', async () => {
  const feed = await prepareFeed('Radio', SHOWS, 'a')
  for (const origin of ['https://radio.example', `http://${'x'.repeat(100)}.example`]) {
    const pieces = [...piecesOf(feed, origin)]
    const events = SHOWS.map((show) => presentEvent(show, origin))
    expect(pieces.join('')).toBe(writeCalendar('Radio', events))
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(24 * 1024)
  }
})

it('[HT28] a feed without shows is one as well', async () => {
  expect([...piecesOf(await prepareFeed('Radio', [], 'a'), 'https://x')].join('')).toBe(
    writeCalendar('Radio', []),
  )
})

it('[HT28] a feed is written once while nothing changes, and again when that failed', async () => {
  const written: string[] = []
  const feedOf = createFeedKeeper(async (version): Promise<Feed> => {
    written.push(version)
    if (written.length === 3) throw new Error('away')
    return { version, texts: [''], paths: [] }
  })
  await Promise.all([feedOf('a'), feedOf('a')])
  await feedOf('b')
  await expect(feedOf('c')).rejects.toThrow('away')
  await feedOf('c')
  expect(written).toEqual(['a', 'b', 'c', 'c'])
})
