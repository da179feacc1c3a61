import { Readable } from 'node:stream'
import * as calls from '@carillon/contract/chat/endpoints'
import {
  broadcastParams,
  CHAT_EXPORT_ACCESS,
  CHAT_EXPORT_PATHS,
  EXPORT_RATE,
} from '@carillon/contract/chat/schemas'
import { requireShow, type Show } from '../../db/shows.ts'
import { type RawRoute, type Route, route, Standing } from '../../http/route.ts'
import type { Session } from '../../http/session.ts'
import { validateParams } from '../../http/validate.ts'
import { AppError } from '../../kernel/app-error.ts'
import { requireDeletable, requireSupervised } from './access.ts'
import { exportChat } from './export.ts'
import type { ChatContext } from './ports.ts'
import { presentMessage } from './present.ts'
import type { ChatService } from './service.ts'
import { countMessages, countOf, findOwners, listMessages } from './store.ts'
import type { Timeouts } from './timeouts.ts'
import type { Words } from './words.ts'

/** Every JSON call of the chat. */
export function chatRoutes(
  { db, clock }: ChatContext,
  { service, words, timeouts }: { service: ChatService; words: Words; timeouts: Timeouts },
): Route[] {
  return [
    route(calls.listMessages, {
      isKept: true,
      load: ({ params, session }) => requireShow(db, params.broadcastId, session?.person ?? null),
      handle: async ({ subject, query }) => (await listMessages(db, subject.id, query)).map(presentMessage),
    }),
    route(calls.postMessage, {
      // The message finds its show itself.
      loadRefused: ({ params, session }) => requireShow(db, params.broadcastId, session.person),
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
      load: ({ params, session }) => requireShow(db, params.broadcastId, session?.person ?? null),
      handle: async ({ subject }) => ({ messages: await countMessages(db, subject.id) }),
    }),
    route(calls.listWords, () => words.list()),
    route(calls.addWord, async ({ session, body }) => {
      const { word, isNew } = await words.add(session.person, body.word)
      return isNew ? word : new Standing(word)
    }),
    route(calls.previewWord, ({ query }) => words.preview(query.word)),
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

/** The chat as a file, from both of its addresses. */
export function chatExportRoutes(context: ChatContext): RawRoute[] {
  return CHAT_EXPORT_PATHS.map(
    (path): RawRoute<Show> => ({
      path,
      summary: 'The chat of a show as CSV; staff read originals and what was removed',
      access: CHAT_EXPORT_ACCESS,
      rate: EXPORT_RATE,
      documented: {
        params: broadcastParams,
        answers: { 200: { description: 'A line for each message', type: 'text/csv' } },
      },
      load: ({ request, session }) => {
        const { broadcastId } = validateParams(broadcastParams, request.params) as {
          broadcastId: number
        }
        return requireSupervised(context.db, broadcastId, signedIn(session).person)
      },
      handle: async ({ request, reply, session, subject }) => {
        const { contentDisposition, lines } = await exportChat(context, subject, signedIn(session).person)
        reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', contentDisposition)
          .header('Cache-Control', 'no-store')
        // A HEAD asks for none of it.
        return reply.send(Readable.from(request.method === 'HEAD' ? [] : lines()))
      },
    }),
  )
}

/** The edge lets nobody else call. */
function signedIn(session: Session | null): Session {
  if (!session) throw new AppError('NOT_SIGNED_IN')
  return session
}
