import { Switch } from '../../ui/switch.tsx'
import { useRecordingVisibility } from './use-recording-visibility.ts'

/** For the DJ of a show and staff: who may hear its recording, before there is one too. A change counts at once. */
export function RecordingVisibilitySwitch({ broadcastId }: { broadcastId: number }) {
  const { isPublic, isFailed, busy, problem, decide } = useRecordingVisibility(broadcastId)
  const isKnown = isPublic !== undefined
  return (
    <>
      <Switch
        label="Public recording"
        hint={
          isKnown
            ? HINTS[isPublic ? 'public' : 'private']
            : isFailed
              ? 'Not available right now'
              : 'Checking…'
        }
        checked={isPublic ?? false}
        disabled={!isKnown || busy}
        onChange={(next) => void decide(next)}
      />
      {problem && (
        <p role="alert" className="text-sm font-medium text-live-ink">
          {problem}
        </p>
      )}
    </>
  )
}

const HINTS = {
  public: 'Anyone can listen again after the show.',
  private: 'Only you and staff can listen again.',
} as const
