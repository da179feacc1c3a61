import { getRecording } from '@carillon/contract/recordings/endpoints'
import type { Recording } from '@carillon/contract/recordings/schemas'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../session/session.ts'

/** The key of what is known of a recording. */
export const recordingKey = (broadcastId: number) => ['recordings', broadcastId] as const

/** A show's recording: its length, its shape, who may hear it. Null while there is none that this person may hear. */
export function useRecording(broadcastId: number, isThere: boolean) {
  const call = useCall()
  return useQuery<Recording>({
    queryKey: recordingKey(broadcastId),
    queryFn: ({ signal }) => call(getRecording, { params: { id: broadcastId }, signal }),
    enabled: isThere,
  })
}
