import { ToneSource } from '@carillon/testkit/source'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { feedOf } from '../support/test-page.ts'

const QUESTION = 'OPM or indie?'
/** What a visitor's page reads of a show, each from memory. */
const READ = {
  live: /\/api\/broadcasts\/live\?/,
  chat: /\/api\/chats\/\d+/,
  polls: /\/api\/polls\/broadcast\//,
}

/** The first answers to a page that is opened now. */
async function openNow(page: Page, origin: string): Promise<Record<keyof typeof READ, string>> {
  const textOf = async (address: RegExp) => (await page.waitForResponse(address)).text()
  const answers = Promise.all([textOf(READ.live), textOf(READ.chat), textOf(READ.polls)])
  await page.goto(origin)
  const [live, chat, polls] = await answers
  return { live, chat, polls }
}

test('[HT61] a page that is opened right after a change shows what is true now, and one that was open does too', async ({
  station,
  openContext,
}) => {
  const dj = await station.newMember('DJ')
  const moderator = await station.newMember('MODERATOR')
  const [ana, ben] = [await station.newMember('LISTENER'), await station.newMember('LISTENER')]
  const id = await dj.api.goLive('Harana Hour')
  const source = await ToneSource.start(station, dj, id)
  const say = async (content: string, who = ana) =>
    (await who.api.data<{ id: number }>('POST', `/api/chats/${id}`, { content })).id
  const rude = await say('Something rude')
  await say('More of it', ben)
  await say('Good evening')
  const poll = { broadcastId: id, question: QUESTION, options: ['OPM', 'Indie'] }
  const { id: pollId } = await dj.api.data<{ id: number }>('POST', '/api/polls', poll)
  await dj.api.data('POST', `/api/polls/${pollId}/show`)

  const open = await (await openContext()).newPage()
  const fresh = await (await openContext()).newPage()
  for (const page of [open, fresh]) {
    const { live, chat, polls } = await openNow(page, station.origin)
    expect(live).toContain('Harana Hour')
    for (const content of ['Something rude', 'More of it', 'Good evening']) expect(chat).toContain(content)
    expect(polls).toContain('"ACTIVE"')
    await expect(feedOf(page)).toContainText('Something rude')
  }

  await moderator.api.data('DELETE', `/api/chats/messages/${rude}`)
  expect((await openNow(fresh, station.origin)).chat).not.toContain('Something rude')
  await expect(feedOf(open)).not.toContainText('Something rude')

  await moderator.api.data('POST', `/api/auth/${ben.id}/ban`, { removeMessages: true })
  const { chat } = await openNow(fresh, station.origin)
  expect(chat).not.toContain('More of it')
  expect(chat).toContain('Good evening')
  await expect(feedOf(open)).not.toContainText('More of it')

  await dj.api.data('POST', `/api/polls/${pollId}/end`)
  expect((await openNow(fresh, station.origin)).polls).not.toContain('"ACTIVE"')

  await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  const live = () => fetch('/api/broadcasts/live').then((answer) => answer.text())
  expect(await fresh.evaluate(live)).not.toContain('Harana Hour')
  await fresh.goto(station.origin)
  await expect(fresh.getByText('Not Live').first()).toBeVisible()
  await expect(open.getByText('Not Live').first()).toBeVisible()
  source.cut()
})
