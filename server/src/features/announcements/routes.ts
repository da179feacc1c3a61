import * as calls from '@carillon/contract/announcements/endpoints'
import { toPage } from '@carillon/contract/page'
import { isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { type Route, route } from '../../http/route.ts'
import { requirePermitted, requireVisible } from './access.ts'
import type { Act } from './permissions.ts'
import type { AnnouncementsContext } from './ports.ts'
import { presentAnnouncement } from './present.ts'
import type { AnnouncementService } from './service.ts'
import { findAnnouncement, listFeed, listNewest, type PageRequest, type StoredPage } from './store.ts'
import type { StoredAnnouncement } from './table.ts'
import type { PlainCommand } from './transition.ts'

type Asked = { session: { person: Person } | null }
type Ordered = { params: { id: number }; session: { person: Person } }

/** Calls of the announcements, without the upload of images. */
export function announcementRoutes(context: RoutesContext, service: AnnouncementService): Route[] {
  return [...readRoutes(context), ...writeRoutes(context, service), ...commandRoutes(context, service)]
}

type RoutesContext = Pick<AnnouncementsContext, 'db' | 'timeZone'>

function readRoutes({ db, timeZone }: RoutesContext): Route[] {
  const show = presenterOf(timeZone)
  const showPage = async (asked: Asked, { page, size }: PageRequest, stored: Promise<StoredPage>) => {
    const { content, total } = await stored
    return toPage(
      content.map((each) => show(asked, each)),
      { page, size },
      total,
    )
  }
  return [
    route(calls.listAnnouncements, {
      isKept: true,
      handle: (asked) => showPage(asked, asked.query, listFeed(db, asked.query)),
    }),
    route(calls.announcementsByStatus, (asked) => {
      const { status } = asked.params
      const { person } = asked.session
      const isForAll = status === 'PUBLISHED' || isStaff(person)
      const filter = { status, ...(!isForAll && { authorId: person.id }) }
      return showPage(asked, asked.query, listNewest(db, filter, asked.query))
    }),
    route(calls.myAnnouncements, (asked) =>
      showPage(asked, asked.query, listNewest(db, { authorId: asked.session.person.id }, asked.query)),
    ),
    route(calls.getAnnouncement, async (asked) => {
      const found = await findAnnouncement(db, asked.params.id)
      return show(asked, requireVisible(found, asked.session?.person ?? null))
    }),
  ]
}

/** Calls with a body. */
function writeRoutes({ db, timeZone }: RoutesContext, service: AnnouncementService): Route[] {
  const show = presenterOf(timeZone)
  const requireMay = async ({ params, session }: Ordered, act: Act) =>
    void requirePermitted(await findAnnouncement(db, params.id), session.person, act)
  return [
    route(calls.createAnnouncement, async (asked) =>
      show(asked, await service.create(asked.session.person, asked.body)),
    ),
    route(calls.updateAnnouncement, {
      load: (asked) => requireMay(asked, 'update'),
      handle: async (asked) =>
        show(asked, await service.update(asked.session.person, asked.params.id, asked.body)),
    }),
    route(calls.scheduleAnnouncement, {
      load: (asked) => requireMay(asked, 'schedule'),
      handle: async (asked) =>
        show(asked, await service.schedule(asked.session.person, asked.params.id, asked.body)),
    }),
    route(calls.rejectAnnouncement, {
      load: (asked) => requireMay(asked, 'reject'),
      handle: async (asked) => {
        const { params, session, body } = asked
        return show(asked, await service.reject(session.person, params.id, body.rejectionReason))
      },
    }),
  ]
}

/** Calls that name an announcement and nothing else. */
function commandRoutes({ timeZone }: RoutesContext, service: AnnouncementService): Route[] {
  const show = presenterOf(timeZone)
  const run = (asked: Ordered, command: PlainCommand) =>
    service.command(asked.session.person, asked.params.id, command)
  const ordered = async (asked: Ordered, command: PlainCommand) => show(asked, await run(asked, command))
  return [
    route(calls.publishAnnouncement, (asked) => ordered(asked, 'publish')),
    route(calls.pinAnnouncement, (asked) => ordered(asked, 'pin')),
    route(calls.unpinAnnouncement, (asked) => ordered(asked, 'unpin')),
    route(calls.archiveAnnouncement, (asked) => ordered(asked, 'archive')),
    route(calls.unarchiveAnnouncement, (asked) => ordered(asked, 'unarchive')),
    route(calls.resubmitAnnouncement, (asked) => ordered(asked, 'resubmit')),
    route(calls.deleteAnnouncement, async (asked) => {
      await run(asked, 'delete')
      return null
    }),
  ]
}

/** Announcements as the caller may see them. */
function presenterOf(timeZone: string) {
  return ({ session }: Asked, stored: StoredAnnouncement) =>
    presentAnnouncement(stored, { viewer: session?.person ?? null, timeZone })
}
