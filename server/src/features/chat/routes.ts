import { Readable } from 'node:stream'
import * as calls from '@carillon/contract/chat/endpoints'
import { broadcastParams, CHAT_EXPORT_ACCESS, CHAT_EXPORT_PATHS } from '@carillon/contract/chat/schemas'
import { type RawRoute, type Route, route, Standing } from '../../http/route.ts'
import type { Session } from '../../http/session.ts'
import { validateParams } from '../../http/validate.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createKeyedTokenBucket } from '../../kernel/keyed-token-bucket.ts'
import { requireConsumed } from '../../kernel/rate-limiter.ts'
import { requireDeletable, requireShow, requireSupervised } from './access.ts'
import { exportChat } from './export.ts'
import type { ChatContext } from './ports.ts'
import { presentMessage } from './present.ts'
import type { ChatService } from './service.ts'
import { countMessages, countOf, findOwners, listMessages } from './store.ts'
import type { Timeouts } from './timeouts.ts'
import type { Words } from './words.ts'

/** Hundreds of messages are looked through for each: thirty at once, then one in two seconds. */
export const PREVIEW_RATE = { burst: 30, perSecond: 1 / 2 }

/** Every JSON call of the chat. */
export function chatRoutes(
  { db, clock }: ChatContext,
  { service, words, timeouts }: { service: ChatService; words: Words; timeouts: Timeouts },
): Route[] {
  const previews = createKeyedTokenBucket(PREVIEW_RATE, () => performance.now())
  return [
    route(calls.listMessages, {
      isKept: true,
      load: ({ params }) => requireShow(db, params.broadcastId),
      handle: async ({ subject, query }) => (await listMessages(db, subject.id, query)).map(presentMessage),
    }),
    route(calls.postMessage, {
      // The message finds its show itself.
      loadRefused: ({ params }) => requireShow(db, params.broadcastId),
      handle: async ({ session, params, body }) =>
        presentMessage(await service.post(session.person, params.broadcastId, body)),
    }),
    route(calls.deleteMessage, {
      load: async ({ params, session }) =>
        requireDeletable(await findOwners(db, params.id), session.person, clock.now()),
      handle: async ({ session, subject }) => {
        await service.remove(session.person, subject.id)
        return null
      },
    }),
    route(calls.chatStats, {
      load: ({ params }) => requireShow(db, params.broadcastId),
      handle: async ({ subject }) => ({ messages: await countMessages(db, subject.id) }),
    }),
    route(calls.listWords, () => words.list()),
    route(calls.addWord, async ({ session, body }) => {
      const { word, isNew } = await words.add(session.person, body.word)
      return isNew ? word : new Standing(word)
    }),
    route(calls.previewWord, ({ session, query }) => {
      requireConsumed(previews.consume(session.person.id))
      return words.preview(query.word)
    }),
    route(calls.removeWord, async ({ session, params }) => {
      await words.remove(session.person, params.id)
      return null
    }),
    ...timeoutRoutes(db, timeouts),
  ]
}

/** The calls about a person in a chat. */
function timeoutRoutes(db: ChatContext['db'], timeouts: Timeouts): Route[] {
  const load = ({ session, params }: { session: Session; params: { broadcastId: number; userId: number } }) =>
    timeouts.load(session.person, params)
  return [
    route(calls.getChatter, {
      load,
      handle: async ({ params, subject }) => ({
        ...(await countOf(db, params.broadcastId, subject.id)),
        timeoutUntil: instantOf(await timeouts.find(subject.id)),
      }),
    }),
    route(calls.giveTimeout, {
      load,
      handle: async ({ session, params, subject }) => ({
        until: instantOf(await timeouts.give(session.person, subject, params.broadcastId)),
      }),
    }),
    route(calls.liftTimeout, {
      load,
      handle: async ({ session, params, subject }) => {
        await timeouts.lift(session.person, subject, params.broadcastId)
        return null
      },
    }),
    route(calls.myTimeout, async ({ session }) => ({
      until: instantOf(await timeouts.find(session.person.id)),
    })),
  ]
}

function instantOf(at: Date | null): string | null {
  return at?.toISOString() ?? null
}

/** Files for one person, each of which may be a whole show: twenty at once, then one in ten seconds. */
export const EXPORT_RATE = { burst: 20, perSecond: 1 / 10 }

/** The chat as a file, from both of its addresses. */
export function chatExportRoutes(context: ChatContext): RawRoute[] {
  const exports = createKeyedTokenBucket(EXPORT_RATE, () => performance.now())
  return CHAT_EXPORT_PATHS.map((path) => ({
    path,
    summary: 'The chat of a show as CSV; staff read originals and what was removed',
    access: CHAT_EXPORT_ACCESS,
    documented: {
      params: broadcastParams,
      answers: { 200: { description: 'A line for each message', type: 'text/csv' } },
      refusals: ['TOO_MANY_REQUESTS'],
    },
    handle: async ({ request, reply, session }) => {
      const { person } = signedIn(session)
      const { broadcastId } = validateParams(broadcastParams, request.params) as {
        broadcastId: number
      }
      const show = await requireSupervised(context.db, broadcastId, person)
      requireConsumed(exports.consume(person.id))
      const { contentDisposition, lines } = await exportChat(context, show, person)
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', contentDisposition)
        .header('Cache-Control', 'no-store')
      // A HEAD asks for none of it.
      return reply.send(Readable.from(request.method === 'HEAD' ? [] : lines()))
    },
  }))
}

/** The edge lets nobody else call. */
function signedIn(session: Session | null): Session {
  if (!session) throw new AppError('NOT_SIGNED_IN')
  return session
}
