import type { Poll } from '@carillon/contract/polls/schemas'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { politeAnnouncement } from '../../lib/announce.ts'
import { failure, type Station } from '../../testing/station.ts'
import { PollCard } from './poll-card.tsx'
import { aPoll, openPolls, POLLS_TOPIC } from './testing.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

type Opened = { viewer?: { id: number } | null; isLive?: boolean; answer?: Parameters<typeof openPolls>[2] }

async function open(polls: Poll[], { viewer = { id: 7 }, isLive = true, answer }: Opened = {}) {
  const card = <PollCard broadcastId={3} viewer={viewer} isLive={isLive} showsNone />
  const opened = await openPolls(polls, card, answer)
  station = opened.station
  await waitFor(() => expect(opened.stomp.commands()).toContain(`SUBSCRIBE ${POLLS_TOPIC}`))
  return { ...opened, user: userEvent.setup() }
}

const group = () => screen.findByRole('group', { name: 'Which one next?' })
const lines = () => screen.getAllByRole('listitem').map((line) => line.firstChild?.textContent)

describe('an open poll', () => {
  test('[PV1] is a group of radios and a button that votes for the chosen one, once', async () => {
    const { user, asked } = await open([aPoll()])
    const radios = within(await group()).getAllByRole('radio')
    expect(radios.map((radio) => radio.parentElement?.textContent)).toEqual(['OPM', 'Jazz'])
    const vote = screen.getByRole('button', { name: 'Vote' })
    expect(vote.getAttribute('aria-disabled')).toBe('true')
    await user.click(vote)
    expect(asked('POST', '/vote')).toHaveLength(0)
    await user.click(screen.getByRole('radio', { name: 'Jazz' }))
    await user.click(vote)
    await screen.findByText('Your vote')
    expect(asked('POST', '/vote').map(({ body }) => body)).toEqual([{ optionId: 12 }])
  })

  test('[PV2] shows its results after the vote, one’s own answer marked', async () => {
    const { user } = await open([aPoll()])
    await user.click(await screen.findByRole('radio', { name: 'Jazz' }))
    await user.click(screen.getByRole('button', { name: 'Vote' }))
    await screen.findByText('Your vote')
    expect(lines()).toEqual(['OPM 53 percent, 21 votes', 'Jazz 48 percent, 19 votes, your vote'])
    expect(screen.queryByRole('radio')).toBeNull()
    expect(politeAnnouncement.get().text).toBe('Your vote was counted')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Which one next?' }))
  })

  test('[PV3] news of everybody’s votes leaves one’s own in its place', async () => {
    const { stomp } = await open([aPoll({ hasVoted: true, userVote: 11 })])
    await screen.findByText('Your vote')
    const options = [
      { id: 11, text: 'OPM', votes: 30 },
      { id: 12, text: 'Jazz', votes: 30 },
    ]
    act(() => stomp.publish(POLLS_TOPIC, { type: 'POLL_ENDED', poll: aPoll({ options, totalVotes: 60 }) }))
    await waitFor(() =>
      expect(lines()).toEqual(['OPM 50 percent, 30 votes, your vote', 'Jazz 50 percent, 30 votes']),
    )
  })

  test('[PV7] shows a visitor the results and the way to sign in', async () => {
    await open([aPoll()], { viewer: null })
    await group()
    expect(lines()).toEqual(['OPM 54 percent, 21 votes', 'Jazz 46 percent, 18 votes'])
    expect(screen.getByRole('link', { name: 'Sign in to vote' }).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('[PV8] tells why a vote was not taken, and keeps the choice', async () => {
    const { user } = await open([aPoll()], {
      answer: ({ url }) =>
        url.pathname.endsWith('/vote') ? failure(403, 'BANNED', 'This account is banned.') : undefined,
    })
    await user.click(await screen.findByRole('radio', { name: 'OPM' }))
    await user.click(screen.getByRole('button', { name: 'Vote' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This account is banned.')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'OPM' }).checked).toBe(true)
  })

  test('[PV8] whoever has voted elsewhere sees that vote', async () => {
    let hasVoted = false
    const polls = [aPoll()]
    const { user } = await open(polls, {
      answer: ({ url }) => {
        if (!url.pathname.endsWith('/vote')) return undefined
        hasVoted = true
        polls[0] = aPoll({ hasVoted, userVote: 12 })
        return failure(409, 'ALREADY_VOTED', 'You have already voted in this poll.')
      },
    })
    await user.click(await screen.findByRole('radio', { name: 'OPM' }))
    await user.click(screen.getByRole('button', { name: 'Vote' }))
    await screen.findByText('Your vote')
    expect(lines()[1]).toBe('Jazz 46 percent, 18 votes, your vote')
    expect(screen.getByRole('alert').textContent).toBe('You have already voted in this poll.')
  })
})

test('[PV13] a poll that cannot be loaded says so where it has a place, and is tried again', async () => {
  let isAway = true
  const { user } = await open([aPoll()], {
    answer: ({ url }) =>
      isAway && url.pathname.endsWith('/broadcast/3') ? failure(503, 'DATABASE_AWAY', 'Away.') : undefined,
  })
  await screen.findByText('The poll could not be loaded.')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await group()
})

describe('news of polls', () => {
  test('[PV12] a poll that comes is shown and said, one that was there is not news', async () => {
    const { stomp } = await open([])
    await screen.findByText('No poll right now')
    act(() => stomp.publish(POLLS_TOPIC, { type: 'POLL_SHOWN', poll: aPoll() }))
    await group()
    expect(politeAnnouncement.get().text).toBe('New poll: Which one next?')
  })

  test('[PV6] a poll that ends is final, and how it came out is said', async () => {
    const { stomp } = await open([aPoll()])
    await group()
    const poll = aPoll({ status: 'ENDED', endedAt: new Date().toISOString() })
    act(() => stomp.publish(POLLS_TOPIC, { type: 'POLL_ENDED', poll }))
    await screen.findByText('Final')
    expect(screen.queryByRole('radio')).toBeNull()
    expect(politeAnnouncement.get().text).toBe('Poll ended: OPM, 54 percent')
  })

  test('[PV4] after a gap the polls are asked for again', async () => {
    const polls: Poll[] = []
    const { stomp } = await open(polls)
    await screen.findByText('No poll right now')
    polls.push(aPoll())
    act(() => stomp.drop())
    await group()
  })

  test('[PV4] news that no poll can be is left aside', async () => {
    const { stomp } = await open([aPoll()])
    await group()
    act(() => stomp.publish(POLLS_TOPIC, { type: 'POLL_SHOWN', poll: { id: 'x' } }))
    act(() => stomp.publish(POLLS_TOPIC, { type: 'POLL_DELETED', id: 1 }))
    await screen.findByText('No poll right now')
  })
})
