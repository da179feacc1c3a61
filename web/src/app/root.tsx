import { Suspense, useEffect } from 'react'
import { fullTitle, pageTitle, titlePrefix } from '../lib/document-title.ts'
import { useLocation } from '../lib/router/router.tsx'
import { InnerRoute } from '../lib/router/routes.tsx'
import { STATION_NAME } from '../lib/station-name.ts'
import { useStore } from '../lib/store.ts'
import { Announcer } from '../ui/announcer.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { LoadingScreen } from './layout/loading-screen.tsx'
import { useRouteFocus } from './layout/use-route-focus.ts'
import { RouteErrorBoundary } from './route-error-boundary.tsx'

/** Root of every route: the live regions, the notices, the title of the document, the focus of a new page. */
export function Root() {
  const title = fullTitle(useStore(titlePrefix), useStore(pageTitle), STATION_NAME)
  useEffect(() => {
    document.title = title
  }, [title])
  useRouteFocus()
  return (
    <>
      <RouteErrorBoundary pathname={useLocation().pathname}>
        <Suspense fallback={<LoadingScreen />}>
          <InnerRoute />
        </Suspense>
      </RouteErrorBoundary>
      <Announcer />
      <Toaster />
    </>
  )
}
