import { getAnnouncement } from '@carillon/contract/announcements/endpoints'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { useCall } from '../../../session/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Nothing } from '../announcement-list.tsx'
import { AnnouncementEditor, type AnnouncementEditorProps } from './announcement-editor.tsx'
import { waysOn } from './ways-on.ts'

/** Codes for an announcement that is not there, hidden from the viewer, or no address of one. */
const GONE: readonly ApiError['code'][] = ['NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT']

export type EditAnnouncementProps = Omit<AnnouncementEditorProps, 'announcement'> & { id: number }

/** The form with an announcement of the station, once it is there and may be changed. */
export function EditAnnouncement({ id, ...props }: EditAnnouncementProps) {
  const call = useCall()
  const { data, error, refetch } = useQuery({
    queryKey: ['announcement', id],
    queryFn: ({ signal }) => call(getAnnouncement, { params: { id }, signal }),
    // What is being written is not changed under the hand.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const back = (
    <ButtonLink to={props.listPath} variant="outline" className="mt-4">
      Announcements
    </ButtonLink>
  )
  if (data && waysOn(data, props.viewer).length > 0)
    return <AnnouncementEditor key={data.id} {...props} announcement={data} />
  if (data) return <Nothing title="This announcement is with the moderators">{back}</Nothing>
  if (error instanceof ApiError && GONE.includes(error.code))
    return <Nothing title="This announcement does not exist">{back}</Nothing>
  if (error) return <RetryBanner onRetry={() => void refetch()}>Couldn’t load the announcement</RetryBanner>
  return (
    <div role="status" aria-label="Loading the announcement">
      <Skeleton className="h-96 rounded-card" />
    </div>
  )
}
