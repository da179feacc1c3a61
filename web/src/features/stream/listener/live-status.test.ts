import { FEED_HELD_MESSAGE } from '@carillon/contract/stream/schemas'
import { describe, expect, test } from 'vitest'
import { reportOfPush, showsRecovering, UNKNOWN_STATUS, withoutAnswer, withReport } from './live-status.ts'
import { showsMiniPlayer } from './mini-player-rule.ts'
import { PUSH } from './testing-status.ts'
import { delayWords, pillName, secondsUntil, stateWords } from './words.ts'

const report = {
  isLive: true,
  isRecovering: false,
  broadcastId: 7,
  problem: null,
  listenerCount: 128,
  reportedAt: 1_000,
}
const live = withReport(UNKNOWN_STATUS, report, 0)

describe('live status', () => {
  test('[LS27] is unknown until someone has said something', () => {
    expect(UNKNOWN_STATUS.station).toBe('unknown')
    expect(live).toMatchObject({ station: 'live', broadcastId: 7, listenerCount: 128 })
  })

  test('[LS27] an older report changes nothing but that the server answers', () => {
    const later = withReport(withoutAnswer(live), { ...report, isLive: false, reportedAt: 999 }, 5)
    expect(later).toEqual({ ...live, isStale: false })
  })

  test('[LS27] a station whose clock was set back is believed again', () => {
    const known = { ...live, reportedAt: 3_600_000 }
    expect(withReport(known, { ...report, isLive: false, reportedAt: 0 }, 5).station).toBe('off-air')
  })

  test('[LS27] without an answer the last word stays, marked stale', () => {
    expect(withoutAnswer(live)).toEqual({ ...live, isStale: true })
  })

  test('[LS28] recovering is shown after four seconds, counted from the last sound, which the station has waited for itself', () => {
    const first = withReport(live, { ...report, isRecovering: true, reportedAt: 2_000 }, 10_000)
    const second = withReport(first, { ...report, isRecovering: true, reportedAt: 3_500 }, 11_500)
    expect(showsRecovering(second, 11_999)).toBe(false)
    expect(showsRecovering(second, 12_000)).toBe(true)
    expect(showsRecovering(withReport(second, { ...report, reportedAt: 6_000 }, 14_500), 20_000)).toBe(false)
  })

  test('[LS29] the pill says what is on and what it opens', () => {
    expect(pillName({ ...live, listenerCount: 1 }, false)).toBe('Live, 1 listener. Open player controls')
    expect(pillName(live, true)).toBe('Live, recovering, 128 listeners. Open player controls')
    expect(pillName({ ...live, problem: FEED_HELD_MESSAGE }, false)).toBe(
      'Live, paused by the station, 128 listeners. Open player controls',
    )
    expect(pillName({ ...live, station: 'off-air' }, false)).toBe('Not live. Open player controls')
  })
})

describe('sound between shows', () => {
  const item = { kind: 'REPLAY' as const, title: 'Harana Hour', startedAt: '2026-11-20T06:00:00.000Z' }
  const offAir = { ...report, isLive: false, broadcastId: null }
  const between = withReport(
    live,
    { ...offAir, sound: { isStreaming: true, item, playsBetweenShows: true, rewindHours: 2 } },
    0,
  )

  test('[LS901] is told by pushes; a poll knows of shows alone', () => {
    expect(between).toMatchObject({ station: 'off-air', isStreaming: true, item })
    expect(withReport(between, offAir, 0)).toMatchObject({ isStreaming: true, item })
    expect(withReport(between, report, 0)).toMatchObject({
      station: 'live',
      isStreaming: true,
      item: null,
      playsBetweenShows: true,
    })
    expect(withReport(live, offAir, 0)).toMatchObject({ isStreaming: false, item: null })
  })

  test('[LS961] after a show a poll ends no stream of a station that plays then; a push does', () => {
    const show = withReport(between, report, 0)
    const after = withReport(show, offAir, 0)
    expect(after).toMatchObject({ station: 'off-air', broadcastId: null, isStreaming: true, item: null })
    expect(withReport(after, offAir, 0).isStreaming).toBe(true)
    const silent = reportOfPush({ ...PUSH, isStreaming: false, playsBetweenShows: true })
    expect(withReport(after, silent, 0).isStreaming).toBe(false)
  })

  test('[LS932] by how much listeners may go back is told by pushes, and a poll leaves it', () => {
    const pushed = reportOfPush({ ...PUSH, rewindHours: 3 })
    const after = withReport(between, pushed, 0)
    expect([between.rewindHours, after.rewindHours]).toEqual([2, 3])
    const polled = withReport(after, { ...offAir, reportedAt: pushed.reportedAt }, 0)
    const live = withReport(polled, { ...report, reportedAt: pushed.reportedAt }, 0)
    expect([polled.rewindHours, live.rewindHours]).toEqual([3, 3])
    expect(withReport(after, reportOfPush(PUSH), 0).rewindHours).toBe(0)
  })

  test('[LS903] there is a stream in the pause after a show, while nothing sounds', () => {
    const pause = withReport(
      live,
      { ...offAir, sound: { isStreaming: true, item: null, playsBetweenShows: true, rewindHours: 0 } },
      0,
    )
    expect(pause).toMatchObject({ station: 'off-air', isStreaming: true, item: null })
  })

  test('[LS901] the pill says what it is', () => {
    expect(pillName(between, false)).toBe('Not live. Playing a replay of Harana Hour. Open player controls')
    const track = { ...item, kind: 'TRACK' as const, title: 'Alapaap', artist: 'Eraserheads' }
    expect(pillName({ ...between, item: track }, false)).toMatch(/Playing Alapaap by Eraserheads\./)
  })
})

describe('words', () => {
  test.each([
    [640, 'about 0.6 s behind the studio'],
    [1_960, 'about 2.0 s behind the studio'],
    [3_310, 'about 3 s behind the studio'],
    [20, 'about 0.1 s behind the studio'],
  ])('[LS32] %i ms is %s', (delayMs, words) => {
    expect(delayWords({ delayMs, underruns: 0, startMs: 0 })).toBe(words)
  })

  test('[LS32] states have the words of the screens', () => {
    expect(stateWords({ name: 'retrying', attempt: 2, dueAt: null })).toBe('Reconnecting — try 2 of 6')
    expect(stateWords({ name: 'blocked', cause: 'restored' })).toBe('Tap to resume')
    expect(stateWords({ name: 'gave-up' })).toBe("Can't reach the stream. Try again")
  })

  test('[LS32] a try that is due says at least one second', () => {
    expect(secondsUntil(5_000, 4_999)).toBe(1)
    expect(secondsUntil(5_000, 5_400)).toBe(1)
    expect(secondsUntil(null, 0)).toBeNull()
  })
})

test.each([
  ['LISTENER', true, '/schedule', true],
  ['LISTENER', true, '/dashboard', false],
  ['LISTENER', true, '/broadcast/7', false],
  ['LISTENER', false, '/schedule', false],
  ['DJ', true, '/schedule', false],
  [null, true, '/schedule', false],
] as const)('[LS30] mini-player for %s, live %s, on %s: %s', (role, isLive, pathname, isShown) => {
  expect(showsMiniPlayer({ role, isLive, pathname })).toBe(isShown)
})
