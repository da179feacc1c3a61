import { getRecordingVisibility, setRecordingVisibility } from '@carillon/contract/recordings/endpoints'
import type { RecordingVisibility } from '@carillon/contract/recordings/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/api-error.ts'
import { announce } from '../../lib/announce.ts'
import { useCommand } from '../../lib/use-command.ts'
import { useCall } from '../../session/session.ts'
import { recordingKey } from './recording-query.ts'

/** Visibility of a show's recording, whether there is one yet or not, and the command that changes it. */
export function useRecordingVisibility(broadcastId: number) {
  const call = useCall()
  const queries = useQueryClient()
  const params = { id: broadcastId }
  const queryKey = [...recordingKey(broadcastId), 'visibility']
  const query = useQuery<RecordingVisibility>({
    queryKey,
    queryFn: ({ signal }) => call(getRecordingVisibility, { params, signal }),
  })
  const { run, ...command } = useCommand((error) => messageOf(error, 'That didn’t work. Please try again.'))
  /** Of a recording that is public. */
  const markLiveOnly = (isLiveOnly: boolean) =>
    run(async () => {
      queries.setQueryData(queryKey, await call(setRecordingVisibility, { params, body: { isLiveOnly } }))
      announce(isLiveOnly ? 'The show is live only' : 'The station may play it again')
    })
  const decide = (isPublic: boolean) =>
    run(async () => {
      queries.setQueryData(queryKey, await call(setRecordingVisibility, { params, body: { isPublic } }))
      void queries.invalidateQueries({ queryKey: recordingKey(broadcastId), exact: true })
      announce(isPublic ? 'The recording is public' : 'The recording is private')
    })
  const { isPublic, isLiveOnly } = query.data ?? {}
  return { ...command, decide, markLiveOnly, isPublic, isLiveOnly, isFailed: query.isError }
}
