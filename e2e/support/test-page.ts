import type { Member } from '@carillon/testkit/station'
import { type Browser, expect, type Page } from '@playwright/test'
import { contextOf } from './browsers.ts'

/** Wide enough for every panel of the studio and the moderators' page to be in sight. */
export const WIDE = { width: 1600, height: 1000 }
const REMOVAL_MS = 15_000

/** A page of this member, with an account of what it did on the realtime connection. */
export type TestPage = { page: Page; member: Member; traffic: RealtimeTraffic }

/** By which carriers a page has reached the room: `websocket` where one was opened, else the names of SockJS. */
export type RealtimeTraffic = {
  websockets: number
  sockJs: Set<string>
  /** The first websocket ended before anything came over it. */
  hasLostFirst: boolean
}

/** Takes a seat in a browser of its own. */
export async function openTestPage(
  browser: Browser,
  member: Member,
  origin: string,
  path: string,
): Promise<TestPage> {
  const context = await contextOf(browser, member)
  const page = await context.newPage()
  await page.setViewportSize(WIDE)
  const traffic = watchRealtime(page)
  await page.goto(origin + path)
  return { page, member, traffic }
}

function watchRealtime(page: Page): RealtimeTraffic {
  const traffic: RealtimeTraffic = { websockets: 0, sockJs: new Set(), hasLostFirst: false }
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/ws-radio')) return
    socket.on('framereceived', () => {
      traffic.websockets += 1
    })
    socket.on('close', () => {
      traffic.hasLostFirst ||= traffic.websockets === 0
    })
  })
  page.on('request', (request) => {
    const transport = /\/ws-radio\/\d+\/\w+\/(\w+)/.exec(request.url())?.[1]
    if (transport?.startsWith('xhr')) traffic.sockJs.add(transport)
  })
  return traffic
}

/** The feed of messages, whichever page shows it. */
export function feedOf(page: Page) {
  return page.getByRole('log').first()
}

/** Writes a message in the page and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await field.fill(text)
  await field.press('Enter')
}

/** The marks `#1`, `#2` and so on of the messages that a page shows, in their order. */
export async function marksOn(page: Page): Promise<string[]> {
  // Text content: what is out of sight is not laid out, and has no inner text.
  return ((await feedOf(page).textContent()) ?? '').match(/#\d+#/g) ?? []
}

/** Each of these pages shows these messages, once, in this order. */
export async function expectSaid(pages: readonly Page[], marks: readonly string[]): Promise<void> {
  for (const page of pages) await expect.poll(() => marksOn(page), { timeout: 60_000 }).toEqual(marks)
}

/** Removes the message with this text, and waits until it is gone for good. */
export async function removeMessage(moderator: Page, text: string): Promise<void> {
  const message = feedOf(moderator).locator('[data-message]', { hasText: text })
  await message.hover()
  await message.getByRole('button', { name: /^Delete message by/ }).click()
  await expect(message.getByText(text)).toBeHidden({ timeout: REMOVAL_MS })
}

/** Asks the listeners something, from the DJ's desk. */
export async function showPoll(studio: Page, question: string, answers: readonly string[]): Promise<void> {
  await studio.getByRole('button', { name: 'New poll' }).click()
  const form = studio.getByRole('form', { name: 'New poll' })
  await form.getByLabel('Question').fill(question)
  for (const [index, answer] of answers.entries())
    await form.getByRole('textbox', { name: `Answer ${index + 1}` }).fill(answer)
  await form.getByRole('button', { name: 'Show now' }).click()
  await expect(form).toBeHidden()
}

/** Votes in the poll that the page shows, and waits until the vote is counted. */
export async function vote(listener: Page, question: string, answer: string): Promise<void> {
  await listener.getByRole('group', { name: question }).getByRole('radio', { name: answer }).first().check()
  await listener.getByRole('button', { name: 'Vote', exact: true }).click()
  await expect(listener.getByText('Your vote').first()).toBeVisible()
}

/** Asks for a song. */
export async function requestSong(listener: Page, title: string): Promise<void> {
  await listener.getByRole('textbox', { name: 'Song title' }).fill(title)
  await listener.getByRole('button', { name: 'Send request' }).click()
  await expect(listener.getByRole('button', { name: `Withdraw ${title}` })).toBeVisible()
}
