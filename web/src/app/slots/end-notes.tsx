import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { usePolls } from '../../features/polls/use-polls.ts'
import { RecordingVisibilitySwitch } from '../../features/recordings/recording-visibility.tsx'
import { useRequestCounts } from '../../features/song-requests/use-request-counts.ts'
import { useNextShow } from './next-show.ts'

/**
 * Notes on the end of a show while it is still open: who waits to take over, what it closes, and who will hear its
 * recording, which can be changed here.
 */
export function EndNotes({ broadcast: { id } }: { broadcast: Broadcast }) {
  const requests = useRequestCounts(id)
  const next = useNextShow(id)
  const poll = usePolls(id).polls?.find(({ status }) => status === 'ACTIVE')
  return (
    <>
      <ul className="grid list-disc gap-1 pl-5">
        {next && (
          <li className="wrap-anywhere font-semibold text-text">
            {next.djName} is waiting to take over. Hand over instead, and nobody’s stream stops.
          </li>
        )}
        {requests && <li>{requestWords(requests.open)}</li>}
        <li className="wrap-anywhere">
          {poll ? `The poll “${poll.question}” ends too.` : 'No poll is running.'}
        </li>
      </ul>
      <div className="rounded-input border border-border px-4 py-2 text-text">
        <RecordingVisibilitySwitch broadcastId={id} />
      </div>
    </>
  )
}

function requestWords(open: number): string {
  if (open === 0) return 'No song requests are open.'
  return open === 1 ? '1 song request is still open.' : `${open} song requests are still open.`
}
