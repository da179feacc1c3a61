import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import { describe, expect, test } from 'vitest'
import { aDetailed, aShow, NOW } from '../testing.ts'
import { filterRows, nextOrder, rowOf, sortRows } from './history-rows.ts'
import { historyStats } from './history-stats.ts'
import { historyCsv, lengthOf, STANDINGS, spanWords } from './history-words.ts'
import { timelineOf } from './timeline.ts'

const LIVE = aShow({
  id: 2,
  title: 'Tambayan',
  status: 'LIVE',
  actualStart: '2026-11-20T06:30:00.000Z',
  actualEnd: null,
})
const PLANNED = { actualStart: null, actualEnd: null, startedBy: null, endReason: null } as const

describe('how a show stands', () => {
  test.each([
    ['ended', aShow()],
    ['live', LIVE],
    ['early', aShow({ endReason: 'SOURCE_LOST' })],
    ['early', aShow({ actualEnd: '2026-11-19T07:00:20.000Z' })],
    ['missed', aShow({ ...PLANNED, status: 'SCHEDULED' })],
    ['planned', aShow({ ...PLANNED, status: 'SCHEDULED', scheduledEnd: '2026-11-20T16:00:00.000' })],
  ] as const)('[WH3] %s', (standing, broadcast) => {
    expect(rowOf(broadcast, undefined, NOW).standing).toBe(standing)
  })

  test('[WH3] its times are those on air, else those planned, in Manila', () => {
    expect(spanWords(rowOf(aShow(), undefined, NOW))).toBe('3:00 PM – 4:00 PM')
    expect(spanWords(rowOf(LIVE, undefined, NOW))).toBe('since 2:30 PM')
    expect(lengthOf(rowOf(LIVE, undefined, NOW))).toBe('1 h 00 min')
    const missed = rowOf(aShow({ ...PLANNED, status: 'SCHEDULED' }), undefined, NOW)
    expect([spanWords(missed), lengthOf(missed)]).toEqual(['3:00 PM – 4:00 PM', '—'])
  })
})

test('[WH1] the counts are of the range, but for the activity of the last 30 days', () => {
  const old = aShow({ id: 5, actualStart: '2026-10-01T07:00:00.000Z' })
  const missed = aShow({ ...PLANNED, id: 6, status: 'SCHEDULED' })
  expect(historyStats([aShow(), LIVE, missed], [aShow(), LIVE, missed, old], NOW)).toEqual({
    totalBroadcasts: 2,
    scheduledCount: 1,
    startedCount: 2,
    endedCount: 1,
    recentActivity: 3,
  })
  expect(historyStats([], [], NOW)).toEqual({
    totalBroadcasts: 0,
    scheduledCount: 0,
    startedCount: 0,
    endedCount: 0,
    recentActivity: 0,
  })
})

test('[WH10] one that was due says that it has not started, or did not', () => {
  const due = (scheduledEnd: string) => aShow({ ...PLANNED, status: 'SCHEDULED', scheduledEnd })
  const wordsOf = (end: string) => STANDINGS[rowOf(due(end), undefined, NOW).standing]
  expect(wordsOf('2026-11-20T16:00:00.000')).toBe("Hasn't started")
  expect(wordsOf('2026-11-19T16:00:00.000')).toBe('Did not start')
})

describe('finding and sorting', () => {
  const jana = { id: 4, name: 'Jana Ramos', role: 'DJ' } as const
  const rows = [
    rowOf(aShow({ id: 3, title: 'Señorita', startedBy: jana, peakListeners: 50 }), undefined, NOW),
    rowOf(aShow(), aDetailed(), NOW),
    rowOf(LIVE, undefined, NOW),
  ]
  const ids = (found: readonly { broadcast: { id: number } }[]) => found.map(({ broadcast }) => broadcast.id)

  test('[WH4] each word is found in title or DJ, whatever case and accents', () => {
    expect(ids(filterRows(rows, { dj: '', q: 'senorita JANA' }))).toEqual([3])
    expect(ids(filterRows(rows, { dj: 'Mikael Reyes', q: '' }))).toEqual([1, 2])
    expect(ids(filterRows(rows, { dj: 'Jana Ramos', q: 'tambayan' }))).toEqual([])
  })

  test('[WH4] what is on air stays first in every order, what nobody counted comes last', () => {
    expect(ids(sortRows(rows, { column: 'peak', descending: true }))).toEqual([2, 3, 1])
    expect(ids(sortRows(rows, { column: 'peak', descending: false }))).toEqual([2, 1, 3])
    expect(ids(sortRows(rows, { column: 'messages', descending: true }))).toEqual([2, 1, 3])
    const byPeak = nextOrder({ column: 'date', descending: true }, 'peak')
    expect([byPeak, nextOrder(byPeak, 'peak').descending]).toEqual([
      { column: 'peak', descending: true },
      false,
    ])
  })
})

test('[WH8] the file has the rows in view, and runs no formula', () => {
  const named = aShow({ title: '=HYPERLINK("x")' })
  const [head, line] = historyCsv([rowOf(named, aDetailed(), NOW)]).split('\r\n')
  expect(head).toContain(
    'Start,Start (Manila),End,Title,DJ,Length (minutes),Peak listeners,Messages,Requests,Status',
  )
  expect(line).toBe(
    '2026-11-19T07:00:00.000Z,"Nov 19, 2026, 3:00 PM",2026-11-19T08:00:00.000Z,"\'=HYPERLINK(""x"")",Mikael Reyes,60,34,120,8,Ended',
  )
})

describe('the timeline', () => {
  test('[WH6] begins with the plan and has what happened in its order', () => {
    const events = [
      { type: 'ENDED', at: '2026-11-19T08:00:00.000Z' },
      { type: 'SOURCE_LOST', at: '2026-11-19T07:20:00.000Z' },
      { type: 'STARTED', at: '2026-11-19T07:05:00.000Z' },
    ] as const
    expect(timelineOf(aShow({ endReason: 'SOURCE_LOST' }), events).entries.map(({ words }) => words)).toEqual(
      ['Scheduled to start', 'On air', 'Sound lost until the end', "Ended: the DJ's sound never came back"],
    )
  })

  test.each([
    ['a start at once', '07:04:30.010', ['On air', 'Ended by the DJ']],
    ['an early start', '07:04:29.000', ['On air', 'Scheduled to start', 'Ended by the DJ']],
    ['a late start', '07:05:00.010', ['Scheduled to start', 'On air', 'Ended by the DJ']],
  ])('[WH822] a plan is listed after %s only if there was one', (_, start, words) => {
    const show = aShow({ scheduledStart: '2026-11-19T15:05:00.000', actualStart: `2026-11-19T${start}Z` })
    expect(timelineOf(show, []).entries.map((entry) => entry.words)).toEqual(words)
  })

  test.each([
    ['SOURCE_LOST 0, SILENCE 1, DEAD_AIR 20, SOURCE_RECOVERED 20, SOUND_BACK 21', ['Sound lost for 21 s']],
    [
      'SOURCE_LOST 0, SILENCE 5, SOURCE_RECOVERED 8, DEAD_AIR 25, SOUND_BACK 65',
      ['Sound lost for 1 min 5 s'],
    ],
    ['SILENCE 0, SOUND_BACK 7, SILENCE 60, SOUND_BACK 900', ['Silence for 7 s', 'Silence for 14 min']],
    ['SOURCE_LOST 0', ['Sound lost']],
    ['SOURCE_LOST 0, SOURCE_RECOVERED 4, SOURCE_LOST 9', ['Sound lost for 4 s', 'Sound lost']],
  ])('[WH401] %s is told as %j', (noted, lines) => {
    const startMs = Date.parse('2026-11-19T07:20:00.000Z')
    const events = noted.split(', ').map((one) => {
      const [type, second] = one.split(' ')
      return { type: type as ShowEvent['type'], at: new Date(startMs + Number(second) * 1_000).toISOString() }
    })
    const show = aShow({ actualEnd: null, endReason: null })
    expect(
      timelineOf(show, events).entries.flatMap(({ words, isProblem }) => (isProblem ? [words] : [])),
    ).toEqual(lines)
  })

  test('[WH6] a show without events has its start and its end all the same', () => {
    expect(timelineOf(aShow(), []).entries.map(({ words }) => words)).toEqual([
      'Scheduled to start',
      'On air',
      'Ended by the DJ',
    ])
  })
})
