import type { announcementEventSchema } from '@carillon/contract/announcements/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { z } from 'zod/mini'
import { presentAnnouncement } from './present.ts'
import type { StoredAnnouncement } from './table.ts'

/** Destination and message of a publication: as visitors see it. */
export function publishedEvent(
  stored: StoredAnnouncement,
  timeZone: string,
): [destination: string, event: z.infer<typeof announcementEventSchema>] {
  const announcement = presentAnnouncement(stored, { viewer: null, timeZone })
  return [destinationFor(DESTINATIONS.announcements), { type: 'ANNOUNCEMENT_PUBLISHED', announcement }]
}
