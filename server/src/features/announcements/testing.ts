import type { AnnouncementBody } from '@carillon/contract/announcements/schemas'
import { type Engine, openShowPlace } from '../../../tests/support/show.ts'
import { UnseenChanges } from '../../db/testing.ts'
import type { AnnouncementsContext, Notice } from './ports.ts'
import { createAnnouncementService } from './service.ts'
import type { AnnouncementTables } from './table.ts'

export const STATION_ZONE = 'Asia/Manila'
/** An image that the store of these tests has. */
export const IMAGE_URL = `/uploads/${'a'.repeat(40)}.png`

export const body = (title = 'Foundation week'): AnnouncementBody => ({
  title,
  content: 'Booths open at nine.',
  imageUrl: null,
  imageAlt: null,
})

/** An empty station for announcements; the caller closes it. */
export async function openAnnouncementPlace(engine: Engine) {
  const place = await openShowPlace<AnnouncementTables>(engine)
  const notices: Notice[] = []

  /** One instance of the station; a restarted one is another. What is noticed in a failed transaction is not kept. */
  function instance(overrides: Partial<AnnouncementsContext> = {}) {
    const written: Notice[] = []
    return createAnnouncementService({
      db: place.db,
      changes: new UnseenChanges(),
      clock: place.clock,
      timeZone: STATION_ZONE,
      publish: place.publish,
      notify: async (_trx, notice) => void written.push(notice),
      withdraw: async () => undefined,
      deliverNotices: () => void notices.push(...written.splice(0)),
      keepImage: async (url) => url === IMAGE_URL,
      onError: (error) => {
        throw error
      },
      ...overrides,
    })
  }
  return { ...place, notices, instance }
}
