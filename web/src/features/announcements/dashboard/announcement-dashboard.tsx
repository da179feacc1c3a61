import type { Announcement } from '@carillon/contract/announcements/schemas'
import { canEditAnnouncement, isStaff } from '@carillon/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { useCall } from '../../../session/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { TabList } from '../../../ui/tabs.tsx'
import { createAnnouncementCalls } from '../announcement-calls.ts'
import { AnnouncementFeed } from '../announcement-feed.tsx'
import { AnnouncementList, type CardTools, Nothing } from '../announcement-list.tsx'
import { ANNOUNCEMENTS_KEY } from '../announcements-key.ts'
import { type AskPage, useAnnouncementList } from '../use-announcement-list.ts'
import { type Act, actsOn, type Viewer } from './actions.ts'
import { CardFoot, CardMenu } from './card-actions.tsx'
import { CardStatus } from './card-status.tsx'
import { type Asked, DashboardDialogs } from './dashboard-dialogs.tsx'
import { type DashboardTab, tabOf, tabsFor } from './tabs.ts'
import { UnsentDrafts } from './unsent-drafts.tsx'
import { useDashboard } from './use-dashboard.ts'

export type AnnouncementDashboardProps = {
  viewer: Viewer
  createPath: string
  editPath(id: number): string
}

type ToolsOf = (announcement: Announcement, now: Date) => CardTools

/** The lists of those who write and review, by tabs that the address names: `?show=drafts`. */
export function AnnouncementDashboard({ viewer, createPath, editPath }: AnnouncementDashboardProps) {
  const call = useCall()
  const calls = useMemo(() => createAnnouncementCalls(call), [call])
  const [search, setSearch] = useSearchParams()
  const [asked, setAsked] = useState<Asked | null>(null)
  const dashboard = useDashboard(calls)
  const tabs = tabsFor(viewer)
  const tab = tabOf(tabs, search.get('show'))
  const base = useId()

  const onAct = (announcement: Announcement) => (act: Act) => {
    if (act === 'publish' || act === 'schedule' || act === 'reject' || act === 'delete')
      setAsked({ act, announcement })
    else if (act !== 'edit') dashboard.act(act, announcement)
  }
  const toolsOf: ToolsOf = (announcement, now) => {
    const { first, menu } = actsOn(announcement, viewer)
    const shared = { announcement, editPath: editPath(announcement.id), onAct: onAct(announcement) }
    const canEdit = canEditAnnouncement(viewer, announcement.createdBy.id)
    return {
      aside: menu.length > 0 && <CardMenu {...shared} acts={menu} />,
      head: canEdit && <CardStatus announcement={announcement} now={now} isMixed={tab.id === 'mine'} />,
      foot: <CardFoot {...shared} acts={first} {...dashboard.stateOf(announcement.id)} />,
    }
  }

  return (
    <div className="grid gap-4">
      <TabChoice
        tabs={tabs}
        tab={tab}
        base={base}
        waiting={useWaitingDrafts(calls.byStatus('DRAFT'), isStaff(viewer))}
        onSelect={(id) => setSearch(id === 'published' ? {} : { show: id }, { replace: true })}
      />
      <UnsentDrafts account={viewer.id} createPath={createPath} editPath={editPath} />
      <div role="tabpanel" id={`${base}-panel`} aria-label={tab.label} className="grid gap-4">
        {tab.id === 'published' ? (
          <AnnouncementFeed toolsOf={toolsOf} />
        ) : (
          <DashboardList
            key={tab.id}
            tab={tab}
            ask={tab.status ? calls.byStatus(tab.status) : calls.mine}
            createPath={createPath}
            toolsOf={toolsOf}
          />
        )}
      </div>
      {asked && (
        <DashboardDialogs asked={asked} calls={calls} dashboard={dashboard} onClose={() => setAsked(null)} />
      )}
    </div>
  )
}

type DashboardListProps = { tab: DashboardTab; ask: AskPage; createPath: string; toolsOf: ToolsOf }

function DashboardList({ tab, ask, createPath, toolsOf }: DashboardListProps) {
  const list = useAnnouncementList(tab.id, ask)
  return (
    <AnnouncementList
      list={list}
      toolsOf={toolsOf}
      empty={
        <Nothing title={tab.empty}>
          {(tab.id === 'drafts' || tab.id === 'mine') && (
            <ButtonLink to={createPath} variant="outline" className="mt-4">
              Start one
            </ButtonLink>
          )}
        </Nothing>
      }
    />
  )
}

type TabChoiceProps = {
  tabs: readonly DashboardTab[]
  tab: DashboardTab
  base: string
  waiting: number
  onSelect(id: DashboardTab['id']): void
}

/** Tabs where they have room, else one field. */
function TabChoice({ tabs, tab, base, waiting, onSelect }: TabChoiceProps) {
  const heads = tabs.map(({ id, label }) =>
    id === 'drafts' ? { id, label, count: waiting, countWord: 'waiting' } : { id, label },
  )
  return (
    <>
      <TabList
        label="Announcements by status"
        tabs={heads}
        selected={tab.id}
        onSelect={onSelect}
        tabIdOf={(id) => `${base}-${id}`}
        panelIdOf={() => `${base}-panel`}
        className="max-md:hidden rounded-t-card bg-transparent"
      />
      <Field label="Show" className="md:hidden">
        <Select value={tab.id} onChange={(event) => onSelect(event.target.value as DashboardTab['id'])}>
          {heads.map(({ id, label, count = 0 }) => (
            <option key={id} value={id}>
              {count > 0 ? `${label} (${count})` : label}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}

/** Number of drafts that wait for a review. */
function useWaitingDrafts(ask: AskPage, isAsked: boolean): number {
  const { data } = useQuery({
    queryKey: [...ANNOUNCEMENTS_KEY, 'waiting'],
    queryFn: ({ signal }) => ask({ page: 0, size: 1 }, signal),
    enabled: isAsked,
  })
  return data?.totalElements ?? 0
}
