import { setTimeout as delay } from 'node:timers/promises'
import type { Station } from '@carillon/testkit/station'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { Link } from '../support/link.ts'
import { goLive } from '../support/studio.ts'
import {
  expectSaid,
  feedOf,
  marksOn,
  openTestPage,
  removeMessage,
  requestSong,
  say,
  showPoll,
  type TestPage,
  vote,
} from '../support/test-page.ts'
import { toneFile } from '../support/wav.ts'

const REALTIME_PATH = '/ws-radio'
const QUESTION = 'What comes next?'
const CUT_MS = 20_000
/** A page gives up a websocket that does not open for 5 s: with less standing still than this, it has no reason to. */
const EXCUSED_MS = 2_000

type OpenChromium = (options?: { microphone?: string }) => Promise<Browser>

/** Two listeners, a DJ on air and a moderator, each in a context of their own, all over this link. */
type Room = { ana: TestPage; ben: TestPage; dj: TestPage; moderator: TestPage }

async function openRoom(station: Station, openChromium: OpenChromium, origin: string): Promise<Room> {
  const djMember = await station.newMember('DJ')
  const microphone = toneFile(440)
  const dj = await openTestPage(await openChromium({ microphone }), djMember, origin, '/dj-dashboard')
  await goLive(dj.page)
  const browser = await openChromium()
  const ana = await openChatPage(station, browser, origin, 'LISTENER')
  const ben = await openChatPage(station, browser, origin, 'LISTENER')
  const moderator = await openChatPage(station, browser, origin, 'MODERATOR')
  return { ana, ben, dj, moderator }
}

async function openChatPage(
  station: Station,
  browser: Browser,
  origin: string,
  role: 'LISTENER' | 'MODERATOR',
) {
  const path = role === 'LISTENER' ? '/' : '/moderator'
  const testPage = await openTestPage(browser, await station.newMember(role), origin, path)
  await expect(feedOf(testPage.page)).toBeVisible({ timeout: 20_000 })
  return testPage
}

const pagesOf = ({ ana, ben, dj, moderator }: Room) => [ana.page, ben.page, dj.page, moderator.page]

/** They chat, vote, ask for a song and delete, each by the buttons of their page. */
async function spendTimeIn(room: Room): Promise<void> {
  const { ana, ben, dj, moderator } = room
  const everyone = pagesOf(room)
  await say(ana.page, '#1# hello from Ana')
  await expectSaid(everyone, ['#1#'])
  await say(dj.page, '#2# welcome')
  await expectSaid(everyone, ['#1#', '#2#'])
  await say(ben.page, '#3# something to regret')
  await expectSaid(everyone, ['#1#', '#2#', '#3#'])

  await showPoll(dj.page, QUESTION, ['Rock', 'Jazz'])
  await vote(ana.page, QUESTION, 'Jazz')
  await vote(ben.page, QUESTION, 'Jazz')
  for (const page of [ana.page, ben.page, dj.page])
    await expect(page.getByText(/Jazz.*100 percent.*2 votes/).first()).toBeAttached()

  await requestSong(ben.page, 'Blue in Green')
  await dj.page.getByRole('button', { name: 'Accept Blue in Green' }).click()
  await expect(ben.page.getByText('Accepted').first()).toBeVisible()

  await removeMessage(moderator.page, '#3#')
  await expectSaid([ana.page, ben.page], ['#1#', '#2#'])
}

/** Presses what a page offers to anyone who was away: to send again, and to connect again once it has given up. */
async function comeBack(page: Page): Promise<void> {
  for (const name of ['Retry', 'Try again']) {
    const button = page.getByRole('button', { name, exact: true }).first()
    if (await button.isVisible()) await button.click()
  }
}

test.describe('the room', () => {
  test.describe.configure({ timeout: 300_000 })

  // Slow: four people wait for each other's words.
  test('[ON30] two listeners, a DJ and a moderator chat, vote, request and delete over websockets', async ({
    station,
    openChromium,
    starvation,
  }) => {
    const room = await openRoom(station, openChromium, station.origin)
    await spendTimeIn(room)
    for (const { traffic } of [room.ana, room.ben, room.dj, room.moderator]) {
      expect(traffic.websockets).toBeGreaterThan(0)
      if (traffic.hasLostFirst) expect(await starvation.lateMs(0, Date.now())).toBeGreaterThan(EXCUSED_MS)
      else expect([...traffic.sockJs]).toEqual([])
    }
  })

  // Slow: four people wait for each other's words.
  test('[ON31] where no websocket gets through they do the same over SockJS', async ({
    station,
    openChromium,
  }) => {
    const link = await Link.to(station.origin)
    link.refuseWebsockets(REALTIME_PATH)
    const room = await openRoom(station, openChromium, link.origin)
    await spendTimeIn(room)
    for (const { traffic } of [room.ana, room.ben, room.dj, room.moderator]) {
      expect(traffic.websockets).toBe(0)
      expect([...traffic.sockJs]).toContain('xhr_send')
    }
    await link.close()
  })

  for (const transport of ['websockets', 'SockJS']) {
    // Slow: the 20 s of the rule.
    test(`[ON32] after 20 s without a network nothing is lost or doubled, over ${transport}`, async ({
      station,
      openChromium,
    }) => {
      const link = await Link.to(station.origin)
      if (transport === 'SockJS') link.refuseWebsockets(REALTIME_PATH)
      const dj = await station.newMember('DJ')
      const broadcastId = await dj.api.goLive()
      const browser = await openChromium()
      const ana = await openChatPage(station, browser, link.origin, 'LISTENER')
      const ben = await openChatPage(station, browser, link.origin, 'LISTENER')
      const outside = await station.newMember('MODERATOR')
      const post = async (content: string) =>
        (await outside.api.data<{ id: number }>('POST', `/api/chats/${broadcastId}`, { content })).id
      await post('#1# before the cut')
      const removed = await post('#2# before the cut, and removed in it')
      await expectSaid([ana.page, ben.page], ['#1#', '#2#'])

      link.cut()
      const cutLongEnough = delay(CUT_MS)
      await say(ana.page, '#3# into the cut')
      const others: string[] = []
      for (let number = 100; number < 160; number += 1) {
        await post(`#${number}# while they were away`)
        others.push(`#${number}#`)
      }
      await outside.api.data('DELETE', `/api/chats/messages/${removed}`)
      await cutLongEnough
      link.mend()

      await expect(async () => {
        for (const { page } of [ana, ben]) await comeBack(page)
        // Ana sees what she said before the station has it; Ben does not.
        for (const { page } of [ana, ben])
          expect((await marksOn(page)).toSorted()).toEqual(['#1#', ...others, '#3#'].toSorted())
      }).toPass({ timeout: 60_000 })
      await post('#900# after the cut')
      await expectSaid([ana.page, ben.page], ['#1#', ...others, '#3#', '#900#'])
      await link.close()
    })
  }
})
