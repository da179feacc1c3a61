import { type ReactNode, useId, useState } from 'react'
import { useTabOfWork } from '../lib/use-tab-of-work.ts'
import { type TabHead, TabList } from './tabs.tsx'

export type PartTabs<Id extends string> = {
  selected: Id
  select(id: Id): void
  /** Attributes of the element of one part. */
  partOf(id: Id): { id: string; hidden: boolean; role?: 'tabpanel'; 'aria-labelledby'?: string }
  /** Whether the contents of a part belong into the page. */
  isMounted(id: Id): boolean
  tabIdOf(id: Id): string
  partIdOf(id: Id): string
}

/** State of a page's parts, which are all in view while `isWide` and tabs otherwise. What was in view together stays in the page: a window that becomes narrower closes nothing. */
export function usePartTabs<Id extends string>(ids: readonly Id[], isWide: boolean): PartTabs<Id> {
  const base = useId()
  const [selected, setSelected] = useState(ids[0] as Id)
  const select = (id: Id) => setSelected(id)
  const [wasWide, setWasWide] = useState(isWide)
  if (isWide && !wasWide) setWasWide(true)
  const isInView = (id: Id) => isWide || id === selected
  const partIdOf = (id: Id) => `${base}-${id}`
  const tabIdOf = (id: Id) => `${base}-${id}-tab`
  useTabOfWork({ ids: isWide ? [] : ids, partIdOf, select })
  return {
    selected,
    select,
    partOf: (id) => ({
      id: partIdOf(id),
      hidden: !isInView(id),
      ...(!isWide && { role: 'tabpanel', 'aria-labelledby': tabIdOf(id) }),
    }),
    isMounted: (id) => wasWide || isInView(id),
    tabIdOf,
    partIdOf,
  }
}

export type PartTabListProps<Id extends string> = {
  label: string
  tabs: readonly TabHead<Id>[]
  parts: PartTabs<Id>
}

/** The tabs of the parts. */
export function PartTabList<Id extends string>({ label, tabs, parts }: PartTabListProps<Id>): ReactNode {
  return (
    <TabList
      label={label}
      tabs={tabs}
      selected={parts.selected}
      onSelect={parts.select}
      tabIdOf={parts.tabIdOf}
      panelIdOf={parts.partIdOf}
    />
  )
}

export type PartProps<Id extends string> = {
  of: Id
  parts: PartTabs<Id>
  className?: string | undefined
  children: ReactNode
}

/** The element of one part. */
export function Part<Id extends string>({ of, parts, className, children }: PartProps<Id>) {
  return (
    <div {...parts.partOf(of)} className={className}>
      {parts.isMounted(of) && children}
    </div>
  )
}
