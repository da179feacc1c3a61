import type { ReactNode } from 'react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Part, PartTabList, usePartTabs } from '../../../ui/part-tabs.tsx'
import { usePeopleTab } from './use-people-tab.ts'

/** From here on the parts stand beside one another; below it they are tabs. */
const WIDE = '(min-width: 64rem)'

export type AdminParts = {
  tiles: ReactNode
  people: ReactNode
  activity: ReactNode
  /** State of the station, and its controls. */
  station: ReactNode
}

/** The administrators' page: the people with the station beside them, or tabs. One tree for both: dialogs stay open. */
export function AdminLayout({ tiles, people, activity, station }: AdminParts) {
  const isWide = useMediaQuery(WIDE)
  const parts = usePartTabs(['people', 'activity', 'station'], isWide)
  usePeopleTab(parts.select)
  const part = isWide ? STACK : `${STACK} px-4 pt-4 md:px-0`
  return (
    <>
      {tiles}
      <div className={isWide ? COLUMNS : TABS}>
        {!isWide && (
          <PartTabList
            label="Parts of the dashboard"
            parts={parts}
            tabs={[
              { id: 'people', label: 'People' },
              { id: 'activity', label: 'Activity' },
              { id: 'station', label: 'Station' },
            ]}
          />
        )}
        <Part of="people" parts={parts} className={part}>
          {people}
        </Part>
        <div className={isWide ? STACK : 'contents'}>
          <Part of="station" parts={parts} className={part}>
            {station}
          </Part>
          <Part of="activity" parts={parts} className={part}>
            {activity}
          </Part>
        </div>
      </div>
    </>
  )
}

const COLUMNS = 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]'
const TABS = '-mx-4 md:mx-0'
const STACK = 'grid grid-cols-1 gap-6'
