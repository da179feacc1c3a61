import { canModerate } from '@carillon/contract/policies'
import * as calls from '@carillon/contract/polls/endpoints'
import { POLL_STATUSES } from '@carillon/contract/polls/schemas'
import type { Person } from '@carillon/contract/roles'
import { requireShow } from '../../db/shows.ts'
import { type Route, route } from '../../http/route.ts'
import { AppError } from '../../kernel/app-error.ts'
import { requireRunnable, requireVisible } from './access.ts'
import { presentPoll, presentResults } from './present.ts'
import type { PollService } from './service.ts'
import type { Command } from './states.ts'
import { findActive, findPoll, listOfShow } from './store.ts'
import type { Db, StoredPoll } from './table.ts'

/** More polls than a show can ask; older ones keep their own address. */
export const MAX_LISTED = 100
/** Statuses that everybody may see. */
const SHOWN = ['ACTIVE', 'ENDED'] as const

type Asked = { params: { id: number }; session: { person: Person } | null }
type Ordered = Asked & { session: { person: Person } }

/** Calls of the polls. `onVote` receives the id of the poll after each vote. */
export function pollRoutes(db: Db, service: PollService, onVote: (pollId: number) => void): Route[] {
  return [
    ...listRoutes(db),
    ...pollReadRoutes(db),
    ...commandRoutes(db, service),
    voteRoute(db, service, onVote),
  ]
}

const viewerOf = ({ session }: Pick<Asked, 'session'>) => session?.person ?? null

/** Polls of a broadcast. */
function listRoutes(db: Db): Route[] {
  return [
    route(calls.listPolls, {
      isKept: true,
      handle: async ({ params, session }) => {
        const viewer = viewerOf({ session })
        const show = await requireShow(db, params.broadcastId, viewer)
        const statuses = canModerate(viewer, show) ? POLL_STATUSES : SHOWN
        const polls = await listOfShow(db, show.id, viewer?.id ?? null, { limit: MAX_LISTED, statuses })
        return polls.map(presentPoll)
      },
    }),
    route(calls.activePoll, {
      isKept: true,
      handle: async ({ params, session }) => {
        const viewer = viewerOf({ session })
        const show = await requireShow(db, params.broadcastId, viewer)
        const active = await findActive(db, show.id, viewer?.id ?? null)
        return active ? presentPoll(active) : null
      },
    }),
  ]
}

/** One poll, its results, and the caller's own vote. */
function pollReadRoutes(db: Db): Route[] {
  const visible = (asked: Asked) => findVisible(db, asked)
  return [
    route(calls.getPoll, async (asked) => presentPoll(await visible(asked))),
    route(calls.pollResults, async (asked) => presentResults(await visible(asked))),
    route(calls.hasVoted, async (asked) => (await visible(asked)).userVote !== null),
    route(calls.userVote, async (asked) => (await visible(asked)).userVote),
  ]
}

function voteRoute(db: Db, service: PollService, onVote: (pollId: number) => void): Route {
  return route(calls.votePoll, {
    load: (asked) => findVisible(db, asked),
    handle: async (asked) => {
      requireOption(asked.subject, asked.body.optionId)
      await service.vote(asked.session.person, asked.subject, asked.body.optionId)
      onVote(asked.subject.id)
      return presentPoll((await find(db, asked)) ?? asked.subject)
    },
  })
}

/** Commands of a DJ and staff. */
function commandRoutes(db: Db, service: PollService): Route[] {
  const runnable = async (asked: Ordered, command: Command) =>
    requireRunnable(await find(db, asked), asked.session.person, command)
  const ordered = async (asked: Ordered & { subject: StoredPoll }, command: Command) => {
    await service.command(asked.subject, command)
    return presentPoll((await find(db, asked)) ?? asked.subject)
  }
  return [
    route(calls.createPoll, async ({ session, body }) =>
      presentPoll(await service.create(session.person, body)),
    ),
    route(calls.showPoll, {
      load: (asked) => runnable(asked, 'show'),
      handle: (asked) => ordered(asked, 'show'),
    }),
    route(calls.endPoll, {
      load: (asked) => runnable(asked, 'end'),
      handle: (asked) => ordered(asked, 'end'),
    }),
    route(calls.deletePoll, {
      load: (asked) => runnable(asked, 'delete'),
      handle: async ({ subject }) => {
        await service.command(subject, 'delete')
        return null
      },
    }),
  ]
}

function find(db: Db, { params, session }: Asked) {
  return findPoll(db, params.id, viewerOf({ session })?.id ?? null)
}

async function findVisible(db: Db, asked: Asked) {
  return requireVisible(await find(db, asked), viewerOf(asked))
}

function requireOption({ options }: StoredPoll, optionId: number): void {
  if (options.some(({ id }) => id === optionId)) return
  throw new AppError('INVALID_INPUT', { fields: { optionId: 'Choose one of the answers' } })
}
