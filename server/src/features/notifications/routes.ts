import * as calls from '@carillon/contract/notifications/endpoints'
import { toPage } from '@carillon/contract/page'
import { type Route, route } from '../../http/route.ts'
import type { Session } from '../../http/session.ts'
import { AppError } from '../../kernel/app-error.ts'
import { presentNotification } from './present.ts'
import type { Push } from './push/create-push.ts'
import { pushEndpointFault } from './push/push-address.ts'
import type { NotificationService } from './service.ts'
import type { ShowReminders } from './show-reminders.ts'
import { countUnread, findOwn, listOwn, listRecent, listUnread } from './store.ts'
import type { Db } from './table.ts'

type Services = { service: NotificationService; push: Push; reminders: ShowReminders }

/** Every call of the notifications. */
export function notificationRoutes(db: Db, { service, push, reminders }: Services): Route[] {
  const requireOwn = async (userId: number, id: number) => {
    if (!(await findOwn(db, userId, id))) throw new AppError('NOT_FOUND')
  }

  return [
    route(calls.listNotifications, async ({ session, query }) => {
      const { content, total } = await listOwn(db, session.person.id, query)
      return toPage(content.map(presentNotification), query, total)
    }),
    route(calls.unreadNotifications, async ({ session }) =>
      (await listUnread(db, session.person.id)).map(presentNotification),
    ),
    route(calls.countUnread, ({ session }) => countUnread(db, session.person.id)),
    route(calls.readNotification, async ({ session, params }) =>
      presentNotification(await service.read(session.person, params.id)),
    ),
    route(calls.readAllNotifications, ({ session }) => service.readAll(session.person)),
    route(calls.notificationsByType, async ({ session, params, query }) => {
      const { content, total } = await listOwn(db, session.person.id, query, params.type)
      return toPage(content.map(presentNotification), query, total)
    }),
    route(calls.recentNotifications, async ({ session, query }) =>
      (await listRecent(db, session.person.id, new Date(query.since))).map(presentNotification),
    ),
    route(calls.deleteNotification, {
      load: ({ session, params }) => requireOwn(session.person.id, params.id),
      handle: async ({ session, params }) => {
        await service.remove(session.person, params.id)
        return null
      },
    }),
    route(calls.sendTestNotification, async ({ session, query }) =>
      presentNotification(await service.sendByHand(session.person, query)),
    ),
    route(calls.pushKey, () => push.publicKey()),
    route(calls.subscribePush, async ({ session, body }) => {
      const fault = pushEndpointFault(body.endpoint, push.isOpen)
      if (fault) throw new AppError('INVALID_INPUT', { fields: { endpoint: fault } })
      await push.subscribe(session, body)
      return { subscribed: true as const }
    }),
    route(calls.unsubscribePush, async ({ session, body }) => {
      await push.unsubscribe(session, body.endpoint)
      return null
    }),
    ...reminderRoutes(reminders),
  ]
}

/** The calls about the reminder of one broadcast. */
function reminderRoutes(reminders: ShowReminders): Route[] {
  const load = ({ session, params }: { session: Session; params: { id: number } }) =>
    reminders.load(session.person, params.id)
  return [
    route(calls.getReminder, {
      load,
      handle: async ({ session, subject }) => ({ isSet: await reminders.isSet(session.person, subject) }),
    }),
    route(calls.setReminder, {
      load,
      handle: async ({ session, subject }) => {
        await reminders.set(session.person, subject)
        return { isSet: true }
      },
    }),
    route(calls.removeReminder, {
      load,
      handle: async ({ session, subject }) => {
        await reminders.remove(session.person, subject)
        return null
      },
    }),
  ]
}
