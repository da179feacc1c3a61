import { type ReactNode, useState } from 'react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Tabs } from '../../../ui/tabs.tsx'

/** From here on the parts stand beside one another; below it they are tabs. */
const WIDE = '(min-width: 64rem)'

export type AdminParts = {
  tiles: ReactNode
  people: ReactNode
  activity: ReactNode
  /** State of the station, and its controls. */
  station: ReactNode
}

/** The administrators' page: the people with the station beside them, or tabs. */
export function AdminLayout(parts: AdminParts) {
  const isWide = useMediaQuery(WIDE)
  return (
    <>
      {parts.tiles}
      {isWide ? <Columns {...parts} /> : <Parts {...parts} />}
    </>
  )
}

function Columns({ people, activity, station }: AdminParts) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
      {people}
      <div className="grid grid-cols-1 gap-6">
        {station}
        {activity}
      </div>
    </div>
  )
}

type TabId = 'people' | 'activity' | 'station'

function Parts({ people, activity, station }: AdminParts) {
  const [tab, setTab] = useState<TabId>('people')
  return (
    <Tabs
      label="Parts of the dashboard"
      className="-mx-4 md:mx-0"
      panelClassName="grid gap-6 px-4 pt-4 md:px-0"
      selected={tab}
      onSelect={setTab}
      tabs={[
        { id: 'people', label: 'People', content: people },
        { id: 'activity', label: 'Activity', content: activity },
        { id: 'station', label: 'Station', content: station },
      ]}
    />
  )
}
