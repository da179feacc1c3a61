import { postMessage } from '@carillon/contract/chat/endpoints'
import { type ChatBody, chatSendSchema } from '@carillon/contract/chat/schemas'
import type { Person } from '@carillon/contract/roles'
import { requireShow } from '../../db/shows.ts'
import { failureOf } from '../../http/error-reply.ts'
import { oncePerKey } from '../../http/idempotency.ts'
import type { Session } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { ChatContext } from './ports.ts'
import { presentMessage } from './present.ts'
import { chatExportRoutes, chatRoutes } from './routes.ts'
import { createChatService } from './service.ts'
import { createTimeouts } from './timeouts.ts'
import { createWords } from './words.ts'

/** Message from a socket: the body not yet held against a schema, and the `idempotency-key`. */
type Sent = { id: number; body: unknown; session: Session | null; key: string | null }

/** The chat of the station's shows, and the words that it masks. */
export function createChat(context: ChatContext) {
  const words = createWords(context)
  const service = createChatService(context, words)
  const timeouts = createTimeouts(context)

  async function say(person: Person, showId: number, body: ChatBody) {
    const data = presentMessage(await service.post(person, showId, body))
    return { status: postMessage.status, body: JSON.stringify({ success: true, data }) }
  }

  /** Reads the body of a SEND. Throws NOT_FOUND rather than what is wrong with it. */
  async function bodyOf(person: Person, id: number, sent: unknown): Promise<ChatBody> {
    try {
      // The schema has let it through.
      return (validate(chatSendSchema, sent) as { data: ChatBody }).data
    } catch (error) {
      await requireShow(context.db, id, person)
      throw error
    }
  }

  return {
    routes: chatRoutes(context, { service, words, timeouts }),
    rawRoutes: chatExportRoutes(context),
    /** Number of messages posted here since the start. */
    messageCount: service.count,
    removeLatestOf: service.removeLatestOf,
    /** Forgets timeouts that are over. */
    forgetExpired: timeouts.forgetExpired,
    /**
     * Says what a SEND to `/app/broadcast/{id}/message` holds: the same rules as POST, in the same order, and the same
     * keys, so that who goes over to the other way says nothing twice.
     */
    async receive({ id, body, session, key }: Sent): Promise<void> {
      if (!session) throw new AppError('NOT_SIGNED_IN')
      const data = await bodyOf(session.person, id, body)
      const request = {
        method: postMessage.method,
        url: postMessage.path.replace(':broadcastId', String(id)),
        headers: key ? { 'idempotency-key': key } : {},
        body: undefined,
        log: context.log,
      }
      await oncePerKey(context.idempotency, request, session, {
        run: () => say(session.person, id, data),
        failed: () => failureOf(new AppError('INTERNAL'), crypto.randomUUID()),
      })
    },
  }
}
