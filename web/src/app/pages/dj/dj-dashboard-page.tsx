import { useEffect } from 'react'
import { DjEngineProvider } from '../../../features/stream/dj/dj-context.tsx'
import { DjDashboard } from '../../../features/stream/dj/views/dj-dashboard.tsx'
import { usePageTitle } from '../../../lib/document-title.ts'
import { useStore } from '../../../lib/store.ts'
import { useSession } from '../../../session/session.ts'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { djEngine } from '../../dj-engine.ts'
import { PATHS } from '../../paths.ts'
import { LATER_ON_AIR_PANELS, loadOnAirPanels } from './on-air-panels.tsx'

/** The DJ's desk: `/dj-dashboard`. */
export function DjDashboardPage() {
  usePageTitle('DJ Dashboard')
  const session = useSession()
  const { name } = useStore(djEngine.state)
  useEffect(() => {
    // A part that cannot be had is asked for again by those who show it.
    if (name === 'starting') void loadOnAirPanels().catch(() => {})
  }, [name])
  if (session.state !== 'signed-in') return null
  return (
    <div className="mx-auto max-w-7xl min-[90rem]:max-w-[84rem] px-4 py-6 md:px-6">
      <ErrorBoundary>
        <DjEngineProvider value={djEngine}>
          <DjDashboard
            user={session.user}
            room={LATER_ON_AIR_PANELS}
            historyPath={PATHS.history}
            signInPath={PATHS.logout}
          />
        </DjEngineProvider>
      </ErrorBoundary>
    </div>
  )
}
