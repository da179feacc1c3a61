import { Switch } from '../../ui/switch.tsx'
import { useRecordingVisibility } from './use-recording-visibility.ts'

/** For the DJ of a show and staff: whether the station may play its recording, which is public, again. */
export function LiveOnlySwitch({ broadcastId }: { broadcastId: number }) {
  const { isLiveOnly, isFailed, busy, problem, markLiveOnly } = useRecordingVisibility(broadcastId)
  const isKnown = isLiveOnly !== undefined
  return (
    <>
      <Switch
        label="Live only"
        hint={isKnown ? hintOf(isLiveOnly) : isFailed ? 'Not available right now' : 'Checking…'}
        checked={isLiveOnly ?? false}
        aria-disabled={!isKnown || busy}
        onChange={(next) => void markLiveOnly(next)}
      />
      {problem && (
        <p role="alert" className="text-sm font-medium text-live-ink">
          {problem}
        </p>
      )}
    </>
  )
}

function hintOf(isLiveOnly: boolean): string {
  return isLiveOnly
    ? 'The station never plays it again. Anyone can still listen on its page.'
    : 'The station may play it again between shows.'
}
