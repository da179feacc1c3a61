import type { Poll } from '@carillon/contract/polls/schemas'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { politeAnnouncement } from '../../lib/announce.ts'
import '../../testing/native-elements.ts'
import { type Answer, failure, type Station } from '../../testing/station.ts'
import { PollDashboard } from './poll-dashboard.tsx'
import { pollDraft } from './poll-draft.ts'
import { aPoll, openPolls, POLLS_TOPIC } from './testing.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  pollDraft.of('7').forget()
  await station?.close()
})

async function open(polls: Poll[], answer?: Parameters<typeof openPolls>[2]) {
  const opened = await openPolls(polls, <PollDashboard broadcastId={3} viewerId={7} isLive />, answer)
  station = opened.station
  await waitFor(() => expect(opened.stomp.commands()).toContain(`SUBSCRIBE ${POLLS_TOPIC}`))
  return { ...opened, user: userEvent.setup() }
}

const DRAFT = aPoll({ id: 2, question: 'Faster or slower?', status: 'DRAFT', totalVotes: 0 })
const PAST = aPoll({ id: 1, status: 'ENDED', endedAt: '2026-11-20T07:05:00.000Z' })
const press = (name: string | RegExp) => screen.getByRole('button', { name })
const answers = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Answer/ })

async function write(user: ReturnType<typeof userEvent.setup>, question: string, ...texts: string[]) {
  await user.click(await screen.findByRole('button', { name: 'New poll' }))
  await user.keyboard(question)
  for (const [at, text] of texts.entries()) {
    await user.click(answers()[at] ?? press('Add answer'))
    await user.keyboard(text)
  }
}

describe('writing a poll', () => {
  test('[PV10] Show now creates it and opens it, and the form makes room for its results', async () => {
    const { user, asked } = await open([])
    await write(user, 'Next?', 'OPM', 'Jazz', 'Rock')
    await user.click(press('Show now'))
    await screen.findByRole('button', { name: 'End poll' })
    expect(asked('POST', '/api/polls')[0]?.body).toEqual({
      broadcastId: 3,
      question: 'Next?',
      options: ['OPM', 'Jazz', 'Rock'],
    })
    expect(asked('POST', '/9/show')).toHaveLength(1)
    expect(screen.queryByRole('form')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(press('New poll')))
  })

  test('[PV10] kept for later it is a draft; what was written stays while one looks elsewhere', async () => {
    const { user, asked } = await open([])
    await write(user, 'Next?', 'OPM')
    await user.click(press('Cancel'))
    await user.click(press('New poll'))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Question' }).value).toBe('Next?')
    expect(answers()[0]?.value).toBe('OPM')
    await user.type(answers()[1] as HTMLInputElement, 'Jazz')
    await user.click(press('Save draft'))
    await screen.findByRole('region', { name: 'Ready to show' })
    expect(asked('POST', '/show')).toHaveLength(0)
  })

  test('[PV9] answers are added, moved and removed from the keyboard, and the focus stays', async () => {
    const { user } = await open([])
    await write(user, 'Next?', 'a', 'b')
    await user.keyboard('{Enter}c')
    expect(answers().map(({ value }) => value)).toEqual(['a', 'b', 'c'])
    press('Move answer 3 up').focus()
    await user.keyboard('{Enter}')
    expect(answers().map(({ value }) => value)).toEqual(['a', 'c', 'b'])
    expect(document.activeElement).toBe(press('Move answer 2 up'))
    expect(politeAnnouncement.get().text).toBe('Answer moved to place 2')
    press('Remove answer 2').focus()
    await user.keyboard('{Enter}')
    expect(answers().map(({ value }) => value)).toEqual(['a', 'b'])
    expect(document.activeElement).toBe(answers()[1])
    expect(press('Remove answer 1').getAttribute('aria-disabled')).toBe('true')
  })

  test('[PV9] the Enter that confirms a choice of an input method adds no answer', async () => {
    const { user } = await open([])
    await write(user, 'Next?', 'a', 'にほん')
    const last = answers()[1] as HTMLInputElement
    fireEvent.keyDown(last, { key: 'Enter', keyCode: 229 })
    expect(answers()).toHaveLength(2)
    fireEvent.keyDown(last, { key: 'Enter', keyCode: 13 })
    expect(answers()).toHaveLength(3)
  })

  test('[PV9] what is wrong is said by the field, and the first one gets the focus', async () => {
    const { user, asked } = await open([])
    await write(user, 'Next?', 'OPM')
    await user.click(press('Show now'))
    expect(screen.getByText('Please enter an answer')).toBeTruthy()
    expect(document.activeElement).toBe(answers()[1])
    await user.keyboard('opm')
    await user.click(press('Show now'))
    expect(screen.getByRole('alert').textContent).toBe('Each answer must be different')
    expect(asked('POST', '/api/polls')).toHaveLength(0)
  })

  test('[SH963] what is being sent stays as it is until the station has answered', async () => {
    const sent = Promise.withResolvers<Answer>()
    const { user } = await open([], ({ url }) => (url.pathname === '/api/polls' ? sent.promise : undefined))
    await write(user, 'Next?', 'OPM', 'Jazz')
    await user.click(press('Save draft'))
    await user.type(answers()[1] ?? expect.fail('there is one answer'), ' and soul')
    expect(answers()[1]?.value).toBe('Jazz')
    sent.resolve(failure(409, 'NOT_LIVE', 'Only while live.'))
    await screen.findByRole('alert')
    expect(answers()[1]?.value).toBe('Jazz')
  })

  test('[PV10] a refusal keeps what was written', async () => {
    const { user } = await open([], ({ url }) =>
      url.pathname === '/api/polls' ? failure(409, 'NOT_LIVE', 'Only while live.') : undefined,
    )
    await write(user, 'Next?', 'OPM', 'Jazz')
    await user.click(press('Show now'))
    expect((await screen.findByRole('alert')).textContent).toBe('Only while live.')
    expect(answers()[1]?.value).toBe('Jazz')
  })
})

describe('running polls', () => {
  test('[PV11] a draft is shown, with a word about the one that ends for it', async () => {
    const { user, asked } = await open([DRAFT, aPoll()])
    const drafts = await screen.findByRole('region', { name: 'Ready to show' })
    expect(drafts.textContent).toContain('Showing it ends the open poll.')
    await user.click(within(drafts).getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(asked('POST', '/2/show')).toHaveLength(1))
  })

  test('[PV11] an open one is ended, and stands below with how it came out', async () => {
    const { user, asked } = await open([aPoll()])
    await user.click(await screen.findByRole('button', { name: 'End poll' }))
    const past = await screen.findByRole('region', { name: 'Earlier in this show' })
    expect(past.textContent).toContain('OPM, 54 percent ·\u00a039 votes')
    expect(asked('POST', '/1/end')).toHaveLength(1)
  })

  test('[PV11] votes are counted while they come', async () => {
    const { stomp } = await open([aPoll()])
    await screen.findByText('39 votes', { exact: false })
    const options = aPoll().options.map((option) => ({ ...option, votes: 25, percentage: 50 }))
    const { id, question } = aPoll()
    const results = { id, question, status: 'ACTIVE', totalVotes: 50, options }
    act(() => stomp.publish(POLLS_TOPIC, { type: 'POLL_RESULTS', results }))
    await screen.findByText('50 votes', { exact: false })
  })

  test('[PV11] a poll is deleted after a question that says what goes', async () => {
    const { user, asked } = await open([PAST])
    await user.click(await screen.findByRole('button', { name: 'Delete “Which one next?”' }))
    const question = screen.getByRole('alertdialog', { name: 'Delete this poll?' })
    expect(question.textContent).toContain('and its 39 votes will be deleted')
    expect(asked('DELETE', '/1')).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await screen.findByText(/^No polls yet/)
    expect(asked('DELETE', '/1')).toHaveLength(1)
  })

  test('[PV13] what cannot be loaded says so, and is tried again', async () => {
    let isAway = true
    const { user } = await open([PAST], ({ url }) =>
      isAway && url.pathname.endsWith('/broadcast/3') ? failure(503, 'DATABASE_AWAY', 'Away.') : undefined,
    )
    await screen.findByText('The polls could not be loaded.')
    isAway = false
    await user.click(press('Retry'))
    await screen.findByRole('region', { name: 'Earlier in this show' })
  })
})
