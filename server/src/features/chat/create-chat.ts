import { type ChatBody, chatSendSchema } from '@carillon/contract/chat'
import { AppError } from '../../http/app-error.ts'
import type { Session } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { requireShow } from './access.ts'
import type { ChatContext } from './ports.ts'
import { chatExportRoutes, chatRoutes } from './routes.ts'
import { createChatService } from './service.ts'
import { createWords } from './words.ts'

/** What came over a socket to be said: the body not yet held against a schema. */
type Sent = { id: number; body: unknown; session: Session | null }

/** The chat of the station's shows, and the words that it masks. */
export function createChat(context: ChatContext) {
  const words = createWords(context)
  const service = createChatService(context, words)
  return {
    routes: chatRoutes(context, service, words),
    rawRoutes: chatExportRoutes(context),
    /** Says what a SEND to `/app/broadcast/{id}/message` holds: the same rules, in the same order, as POST. */
    async receive({ id, body, session }: Sent): Promise<void> {
      if (!session) throw new AppError('NOT_SIGNED_IN')
      const show = await requireShow(context.db, id)
      // The schema has let it through.
      const { data } = validate(chatSendSchema, body) as { data: ChatBody }
      await service.post(session.person, show.id, data)
    },
  }
}
