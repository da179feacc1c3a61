import type { Person } from '@carillon/contract/roles'
import * as calls from '@carillon/contract/staff-line/endpoints'
import { type Route, route } from '../../http/route.ts'
import { requireSupervised } from './access.ts'
import type { StaffLineContext } from './ports.ts'
import { presentStaffMessage } from './present.ts'
import type { StaffLineService } from './service.ts'
import { listStaffMessages } from './store.ts'

/** The calls of the line between staff and DJ. */
export function staffLineRoutes({ db }: StaffLineContext, service: StaffLineService): Route[] {
  const load = ({ params, session }: { params: { id: number }; session: { person: Person } }) =>
    requireSupervised(db, params.id, session.person)
  return [
    route(calls.listStaffMessages, {
      load,
      handle: async ({ subject, query }) =>
        (await listStaffMessages(db, subject.id, query)).map(presentStaffMessage),
    }),
    route(calls.postStaffMessage, {
      load,
      handle: async ({ subject, session, body }) =>
        presentStaffMessage(await service.post(session.person, subject.id, body)),
    }),
  ]
}
