import { announcementsByStatus } from '@carillon/contract/announcements/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'
import { ANNOUNCEMENTS_KEY } from '../announcements-key.ts'

/** This many wait in view; the rest is behind a link. */
const SHOWN = 4
/** Time within which new drafts reach an open page. */
const REFRESH_MS = 30_000

/** The newest drafts that wait for a review, and how many there are. One answer for all who ask. */
export function useReviewQueue() {
  const call = useCall()
  return useQuery({
    queryKey: [...ANNOUNCEMENTS_KEY, 'review'],
    queryFn: ({ signal }) =>
      call(announcementsByStatus, { params: { status: 'DRAFT' }, query: { page: 0, size: SHOWN }, signal }),
    refetchInterval: REFRESH_MS,
  })
}
