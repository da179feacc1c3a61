import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { fullTitle, pageTitle, titlePrefix } from '../lib/document-title.ts'
import { useStore } from '../lib/store.ts'
import { Announcer } from '../ui/announcer.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { STATION_NAME } from './station.ts'

/** What every route shares: the live regions, the notices, the title of the document. */
export function Root() {
  const title = fullTitle(useStore(titlePrefix), useStore(pageTitle), STATION_NAME)
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <Outlet />
      <Announcer />
      <Toaster />
    </>
  )
}
