import { RecordingSwitch } from '../../ui/recording-switch.tsx'
import { LiveOnlySwitch } from './live-only-switch.tsx'
import { useRecordingVisibility } from './use-recording-visibility.ts'

/** For the DJ of a show and staff: who may hear its recording, before there is one too. A change takes effect immediately. */
export function RecordingVisibilitySwitch({ broadcastId }: { broadcastId: number }) {
  const { isPublic, isFailed, busy, problem, decide } = useRecordingVisibility(broadcastId)
  const isKnown = isPublic !== undefined
  return (
    <>
      <RecordingSwitch
        isPublic={isPublic ?? false}
        hint={isKnown ? undefined : isFailed ? 'Not available right now' : 'Checking…'}
        aria-disabled={!isKnown || busy}
        onChange={(next) => void decide(next)}
      />
      {problem && (
        <p role="alert" className="text-sm font-medium text-live-ink">
          {problem}
        </p>
      )}
      {isPublic && <LiveOnlySwitch broadcastId={broadcastId} />}
    </>
  )
}
