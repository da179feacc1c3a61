import { type ReactNode, useId } from 'react'
import { useChatKey } from '../../../features/chat/use-chat-key.ts'
import { COLUMN } from '../../../features/stream/dj/views/dashboard-layout.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { useTabOfWork } from '../../../lib/use-tab-of-work.ts'
import { type TabHead, TabList } from '../../../ui/tabs.tsx'
import { PANELS, type PanelId, usePanelKeys } from './use-panel-keys.ts'

/** Phones have every panel as a tab; with more room the sound has a column; with still more nothing is a tab. */
export type DashboardLayout = 'phone' | 'tabs' | 'columns'

const LABELS: Record<PanelId, string> = { chat: 'Chat', requests: 'Requests', polls: 'Polls', audio: 'Audio' }

/** Returns the present layout of the dashboard. */
export function useDashboardLayout(): DashboardLayout {
  const isDesktop = useMediaQuery('(min-width: 64rem)')
  const isWide = useMediaQuery('(min-width: 90rem)')
  if (isWide) return 'columns'
  return isDesktop ? 'tabs' : 'phone'
}

/** The panels that are tabs in a layout. */
export function tabsOf(layout: DashboardLayout): readonly PanelId[] {
  if (layout === 'columns') return []
  return layout === 'tabs' ? PANELS.filter((panel) => panel !== 'audio') : PANELS
}

/** Whether a panel can be seen: it is no tab, or the one that is chosen. */
export function isInView(panel: PanelId, layout: DashboardLayout, selected: PanelId): boolean {
  const tabs = tabsOf(layout)
  const shown = tabs.includes(selected) ? selected : tabs[0]
  return !tabs.includes(panel) || panel === shown
}

export type DashboardPanelsProps = {
  layout: DashboardLayout
  selected: PanelId
  onSelect(panel: PanelId): void
  panels: Readonly<Record<PanelId, ReactNode>>
  /** Badges of the tabs: a number, and the word for it. */
  waiting: Partial<Record<PanelId, { count: number; countWord: string }>>
}

/** The DJ's panels. All stay in the page, so that nothing written in one is lost by a look at another. */
export function DashboardPanels({ layout, selected, onSelect, panels, waiting }: DashboardPanelsProps) {
  const base = useId()
  const idOf = (panel: PanelId) => `${base}-${panel}`
  const isShown = (panel: PanelId) => isInView(panel, layout, selected)
  usePanelKeys((panel) => {
    onSelect(panel)
    // Shown first: what is hidden takes no focus.
    requestAnimationFrame(() => document.getElementById(idOf(panel))?.focus())
  })
  useChatKey(() => onSelect('chat'))
  const tabs = tabsOf(layout)
  useTabOfWork({ ids: tabs, partIdOf: idOf, select: onSelect })
  const list = (
    <TabList
      label="Parts of the desk"
      tabs={tabs.map((id): TabHead<PanelId> => ({ id, label: LABELS[id], ...waiting[id] }))}
      selected={tabs.find(isShown) ?? 'chat'}
      onSelect={onSelect}
      tabIdOf={(panel) => `${idOf(panel)}-tab`}
      panelIdOf={idOf}
      className={TABS}
    />
  )
  const panel = (id: PanelId, className: string) => (
    <Panel
      id={idOf(id)}
      label={LABELS[id]}
      tabId={tabs.includes(id) ? `${idOf(id)}-tab` : undefined}
      isShown={isShown(id)}
      className={className}
    >
      {panels[id]}
    </Panel>
  )
  return (
    <div className={FRAME}>
      {layout === 'phone' && list}
      {panel('audio', `lg:col-start-1 lg:row-span-2 lg:row-start-1 ${COLUMN}`)}
      {layout === 'tabs' && list}
      {panel('chat', CHAT)}
      <div
        className={classNames(
          SIDE,
          COLUMN,
          'desk:content-start',
          !isShown('requests') && !isShown('polls') && 'hidden',
        )}
      >
        {panel('requests', '')}
        {panel('polls', '')}
      </div>
    </div>
  )
}

const FRAME =
  'grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-6 min-[90rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)] min-[90rem]:grid-rows-1 desk:min-h-0 desk:flex-1 desk:items-stretch desk:grid-rows-[auto_minmax(0,1fr)] desk:min-[90rem]:grid-rows-[minmax(0,1fr)]'
/** Phones keep the tabs in view. */
const TABS =
  'max-md:-mx-4 max-lg:sticky max-lg:top-0 max-lg:z-10 md:rounded-card md:border md:border-border lg:col-start-2'
const CHAT = 'lg:col-start-2 lg:row-start-2 min-[90rem]:row-start-1'
const SIDE =
  'grid gap-4 lg:col-start-2 lg:row-start-2 lg:gap-6 min-[90rem]:col-start-3 min-[90rem]:row-start-1'

type PanelProps = {
  id: string
  label: string
  /** Undefined where the panel is no tab. */
  tabId: string | undefined
  isShown: boolean
  className: string
  children: ReactNode
}

function Panel({ id, label, tabId, isShown, className, children }: PanelProps) {
  const names = tabId
    ? { role: 'tabpanel', 'aria-labelledby': tabId }
    : { role: 'group', 'aria-label': label }
  return (
    <div
      {...names}
      id={id}
      tabIndex={-1}
      hidden={!isShown}
      className={classNames('min-w-0 rounded-card', className)}
    >
      {children}
    </div>
  )
}
