import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The place of the desk while it is on its way. */
export function RecordingPanelSkeleton() {
  return (
    <Card role="status" aria-label="Loading the recording’s settings" className={PANEL_HEIGHT}>
      <Skeleton className="h-7 w-40" />
    </Card>
  )
}

/** As high as it is on phones and above. */
export const PANEL_HEIGHT = 'min-h-96 md:min-h-84'
