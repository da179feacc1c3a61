import { listAnnouncements } from '@carillon/contract/announcements/endpoints'
import { ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/router.tsx'
import { useCall } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { AnnouncementList, type AnnouncementListProps, Nothing } from './announcement-list.tsx'
import { type AskPage, useAnnouncementList } from './use-announcement-list.ts'
import { arrivalWords, useArrivals } from './use-arrivals.ts'

/** Feed of published announcements, for everybody: pinned first, then newest first. */
export function AnnouncementFeed({ toolsOf }: Pick<AnnouncementListProps, 'toolsOf'>) {
  const call = useCall()
  const ask: AskPage = (query, signal) => call(listAnnouncements, { query, signal })
  const list = useAnnouncementList('published', ask)
  const arrivals = useArrivals(list, ask)
  usePermalink(list.items !== undefined)
  return (
    <div className="grid gap-4">
      {arrivals.count > 0 && (
        <Button
          size="sm"
          icon={<ArrowUp className="size-4" />}
          className="sticky top-3 z-10 justify-self-center rounded-full! shadow-lift"
          onClick={arrivals.show}
        >
          {arrivalWords(arrivals.count)}
        </Button>
      )}
      <AnnouncementList
        list={list}
        {...(toolsOf && { toolsOf })}
        empty={
          <Nothing title="No announcements yet">
            <p className="text-text-muted">News from the station appears here.</p>
          </Nothing>
        }
      />
    </div>
  )
}

/** Once the cards are there, goes to the one of `#a-{id}`: the browser itself looked before they were. */
function usePermalink(isReady: boolean): void {
  const { hash } = useLocation()
  const gone = useRef('')
  useEffect(() => {
    if (!isReady || hash === gone.current || !/^#a-\d+$/.test(hash)) return
    gone.current = hash
    document.getElementById(hash.slice(1))?.scrollIntoView?.({ block: 'start' })
  }, [isReady, hash])
}
