import type { Person } from '@carillon/contract/roles'
import { requireSupervised } from './access.ts'
import type { StaffLineContext } from './ports.ts'
import { staffLineRoutes } from './routes.ts'
import { createStaffLineService } from './service.ts'

/** The private line of text between the DJ of a broadcast and staff. */
export function createStaffLine(context: StaffLineContext) {
  const service = createStaffLineService(context)
  return {
    routes: staffLineRoutes(context, service),
    /** Throws NOT_FOUND or FORBIDDEN unless the person is the broadcast's DJ, or staff. */
    async requireSupervisor(person: Person, broadcastId: number): Promise<void> {
      await requireSupervised(context.db, broadcastId, person)
    },
    /** Removes what is older than it is kept. */
    forgetOld: service.forgetOld,
  }
}
