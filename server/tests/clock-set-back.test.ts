import { analyticsEndpoints as analytics } from '@carillon/contract/analytics/endpoints'
import { announcementEndpoints as announcements } from '@carillon/contract/announcements/endpoints'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { broadcastEndpoints as broadcasts } from '@carillon/contract/broadcasts/endpoints'
import { chatEndpoints as chat } from '@carillon/contract/chat/endpoints'
import { DAY_MS, HOUR_MS } from '@carillon/contract/durations'
import type { Endpoint } from '@carillon/contract/endpoint'
import { playlistEndpoints as playlists } from '@carillon/contract/library/playlists'
import { notificationEndpoints as notifications } from '@carillon/contract/notifications/endpoints'
import { pollEndpoints as polls } from '@carillon/contract/polls/endpoints'
import { songRequestEndpoints as songs } from '@carillon/contract/song-requests/endpoints'
import { toLocalDateTime } from '@carillon/contract/time'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPlace } from './support/database.ts'
import { ASKED, ask, askPlain, listsOf } from './support/every-list.ts'
import { readyRecording } from './support/recordings.ts'
import { ENGINES } from './support/show.ts'
import {
  ADMIN,
  type CallOptions,
  type Member,
  PASSWORD,
  signIn,
  startStation,
  type TestStation,
} from './support/station.ts'

const START_MS = Date.parse('2026-11-20T04:00:00Z')

describe.each(ENGINES)(
  'a clock that is set back and forward over everything that happens, on %s',
  (engine) => {
    const clock = { nowMs: START_MS, now: () => clock.nowMs }
    let station: TestStation
    let admin: Member
    let dj: Member
    let ana: Member

    beforeAll(async () => {
      // The station's own rounds come when the test says so.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      station = await startStation({ clock, place: await createPlace(engine) })
      const member = async ({ email }: { email: string }) =>
        signIn(station, email, PASSWORD, { remember: true })
      admin = await signIn(station, ADMIN.email, ADMIN.password, { remember: true })
      dj = await member(await station.as('DJ'))
      ana = await member(await station.as('LISTENER'))
    })
    afterAll(async () => {
      await station.close()
      vi.useRealTimers()
    })

    /** A call that has to succeed. */
    async function done<E extends Endpoint>(endpoint: E, options: CallOptions<E>) {
      const { status, error, data } = await station.call(endpoint, options)
      expect([endpoint.path, status < 300, error.code]).toEqual([endpoint.path, true, undefined])
      return data
    }

    const wall = (ms: number) => toLocalDateTime(new Date(ms), station.config.timeZone)

    /** Sets the clock. Announcements are due then, reminders too, and sessions are looked at. */
    async function jump(offsetMs: number): Promise<void> {
      clock.nowMs = START_MS + offsetMs
      await vi.advanceTimersByTimeAsync(30_000)
    }

    /** Sets the clock, and asks for everything. */
    async function set(offsetMs: number): Promise<void> {
      await jump(offsetMs)
      for (const endpoint of listsOf(station))
        for (const options of (ASKED[`${endpoint.method} ${endpoint.path}`] ?? []).slice(0, 1))
          await ask({ origin: station.origin, as: admin }, endpoint, options)
      await askPlain(station, admin)
    }

    it('[OP48] every call answers, and no show lasts less than nothing', async () => {
      const times = { scheduledStart: wall(START_MS + HOUR_MS), scheduledEnd: wall(START_MS + 3 * HOUR_MS) }
      const { id } = await done(broadcasts.scheduleBroadcast, { as: dj, body: { title: 'Harana', ...times } })
      const params = { id }
      const ofShow = { broadcastId: id }
      await done(playlists.createPlaylist, { as: admin, body: { name: 'Morning' } })
      await set(-20 * HOUR_MS)
      await done(broadcasts.startTest, { as: dj, params })
      await set(-30 * HOUR_MS)
      await done(broadcasts.endBroadcast, { as: dj, params })
      await set(10 * HOUR_MS)
      await done(broadcasts.startBroadcast, { as: dj, params })

      const body = { broadcastId: id, question: 'Encore?', options: ['Yes', 'No'] }
      const poll = await done(polls.createPoll, { as: dj, body })
      await done(broadcasts.setSlowMode, { as: dj, params, body: { enabled: true, seconds: 60 } })
      await done(chat.postMessage, { as: ana, params: ofShow, body: { content: 'Hello' } })
      await done(songs.createSongRequest, { as: ana, params, body: { songTitle: 'Ale' } })
      await done(notifications.sendTestNotification, { as: admin, query: { message: 'Now' } })
      await set(-5 * HOUR_MS)
      await done(chat.postMessage, { as: ana, params: ofShow, body: { content: 'Back again' } })
      await done(songs.createSongRequest, { as: ana, params, body: { songTitle: 'Bago' } })
      await done(notifications.sendTestNotification, { as: admin, query: { message: 'Earlier' } })
      await done(polls.showPoll, { as: dj, params: { id: poll.id } })
      const [option] = poll.options
      await done(polls.votePoll, { as: ana, params: { id: poll.id }, body: { optionId: option?.id ?? 0 } })
      await set(-6 * HOUR_MS)
      const ended = await done(polls.endPoll, { as: dj, params: { id: poll.id } })
      expect(Date.parse(ended.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(ended.createdAt))

      const live = await done(analytics.getBroadcastReport, { as: admin, params })
      expect(live.durationMinutes).toBe(0)
      const over = await done(broadcasts.endBroadcast, { as: dj, params })
      expect(over.actualEnd).toBe(over.actualStart)
      await set(20 * HOUR_MS)
      const report = await done(analytics.getBroadcastReport, { as: admin, params })
      expect(report).toMatchObject({ durationMinutes: 0, chatMessages: 2, songRequests: 2, pollVotes: 1 })
      const { types, moments } = timelineOf(report.events)
      expect([types[0], types.at(-1)]).toEqual(['STARTED', 'ENDED'])
      expect(moments).toEqual(moments.toSorted((a, b) => a - b))
      await readyRecording({ call: station.call, admin }, id)
      await set(-10 * HOUR_MS)
    })

    it('[OP48] announcements, bans and sessions come through it as well', async () => {
      const words = { title: 'News', content: 'To all.' }
      const { id } = await done(announcements.createAnnouncement, { as: admin, body: words })
      const plan = { scheduledFor: wall(clock.nowMs + HOUR_MS), expiresAt: wall(clock.nowMs + 2 * HOUR_MS) }
      await done(announcements.scheduleAnnouncement, { as: admin, params: { id }, body: plan })
      const status = async () =>
        (await done(announcements.getAnnouncement, { as: admin, params: { id } })).status
      // A round is left out while the one before is not done.
      const statusAfter = async (offsetMs: number) => {
        await jump(offsetMs)
        return status()
      }
      await jump(-20 * HOUR_MS)
      expect(await status()).toBe('SCHEDULED')
      await expect.poll(() => statusAfter(-8.5 * HOUR_MS)).toBe('PUBLISHED')
      await jump(-20 * HOUR_MS)
      expect(await status()).toBe('PUBLISHED')
      await expect.poll(() => statusAfter(0)).toBe('ARCHIVED')
      await jump(-20 * HOUR_MS)
      await done(announcements.unarchiveAnnouncement, { as: admin, params: { id } })

      await done(peopleEndpoints.banUser, {
        as: admin,
        params: { id: ana.id },
        body: { unit: 'DAYS', amount: 1 },
      })
      await jump(-50 * HOUR_MS)
      expect((await done(authEndpoints.getUser, { as: admin, params: { id: ana.id } })).banned).toBe(true)
      await jump(10 * HOUR_MS)
      expect((await done(authEndpoints.getUser, { as: admin, params: { id: ana.id } })).banned).toBe(false)
      expect((await station.call(authEndpoints.me, { as: dj })).status).toBe(200)
      await set(28 * DAY_MS)
      expect((await station.call(authEndpoints.me, { as: admin })).status).toBe(200)
    })
  },
)

function timelineOf(events: readonly { type: string; at: string }[]) {
  return { types: events.map(({ type }) => type), moments: events.map(({ at }) => Date.parse(at)) }
}
