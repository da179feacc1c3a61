import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { StaffLineEvent } from '@carillon/contract/staff-line/topics'
import type { StaffLineContext } from './ports.ts'
import { presentStaffMessage } from './present.ts'
import type { StoredStaffMessage } from './table.ts'

/** Carries a message to the DJ and the staff who look at the broadcast, on all instances. */
export function createStaffLinePublisher({ publish }: Pick<StaffLineContext, 'publish'>) {
  return {
    posted(stored: StoredStaffMessage): void {
      const event: StaffLineEvent = { type: 'STAFF_MESSAGE', message: presentStaffMessage(stored) }
      publish(destinationFor(DESTINATIONS.staffLine, stored.broadcastId), event)
    },
  }
}
