import { Overview } from '../../../features/analytics/overview/overview.tsx'
import { areShortcutsOn } from '../../../lib/single-keys.ts'
import { STATION_PLACE, ZONE_NOTE } from '../../../lib/station-zone.ts'
import { useSession } from '../../../session/session.ts'
import { PageFrame } from '../../layout/page-frame.tsx'
import { PATHS } from '../../paths.ts'

/** `/analytics`: whether the station grows, and what people listen to. */
export function AnalyticsPage() {
  const session = useSession()
  if (session.state !== 'signed-in') return null
  return (
    <PageFrame title="Analytics" lead={`Days in ${STATION_PLACE} time${ZONE_NOTE}.`}>
      <Overview
        key={session.user.id}
        role={session.user.role}
        areKeysOn={areShortcutsOn}
        detailsPath={(id) => `${PATHS.history}?days=90&show=${id}`}
      />
    </PageFrame>
  )
}
