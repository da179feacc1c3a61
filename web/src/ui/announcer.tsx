import { assertiveAnnouncement, politeAnnouncement } from '../lib/announce.ts'
import { useStore } from '../lib/store.ts'

/** The app's two live regions, mounted once at start; `announce()` speaks through them. */
export function Announcer() {
  const polite = useStore(politeAnnouncement)
  const assertive = useStore(assertiveAnnouncement)
  return (
    <>
      <div className="sr-only" aria-live="polite" aria-atomic="true">
        <span key={polite.id}>{polite.text}</span>
      </div>
      <div className="sr-only" aria-live="assertive" aria-atomic="true">
        <span key={assertive.id}>{assertive.text}</span>
      </div>
    </>
  )
}
