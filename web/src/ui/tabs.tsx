import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'

/** One tab of a list. */
export type TabHead<Id extends string> = {
  id: Id
  label: string
  /** A dot: something waits here. */
  dot?: boolean
  /** Number of things that wait here, or a word for them: `3`, `new`. None shows nothing. */
  count?: number
  countWord?: string
}
export type Tab<Id extends string> = TabHead<Id> & { content: ReactNode }

export type TabsProps<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect(id: NoInfer<Id>): void
  className?: string
  panelClassName?: string
}

/** ARIA tabs: one tab stop, arrows move and select, Home and End jump. Only the chosen panel is in the page. */
export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  className,
  panelClassName,
}: TabsProps<Id>) {
  const base = useId()
  return (
    <div className={className}>
      <TabList
        label={label}
        tabs={tabs}
        selected={selected}
        onSelect={onSelect}
        tabIdOf={(id) => `${base}-${id}`}
        panelIdOf={() => `${base}-panel`}
      />
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
        className={panelClassName}
      >
        {tabs.find((tab) => tab.id === selected)?.content}
      </div>
    </div>
  )
}

export type TabListProps<Id extends string> = {
  label: string
  tabs: readonly TabHead<Id>[]
  selected: Id
  onSelect(id: NoInfer<Id>): void
  tabIdOf(id: Id): string
  panelIdOf(id: Id): string
  className?: string
}

/** The heads alone, for panels that stay in the page: give these `role="tabpanel"` and the ids. */
export function TabList<Id extends string>(props: TabListProps<Id>) {
  const { label, tabs, selected, onSelect, tabIdOf, panelIdOf, className } = props
  const listRef = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const current = tabs.findIndex((tab) => tab.id === selected)
    const next = nextIndex(event.key, current, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onSelect(tab.id)
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus()
  }
  return (
    <div
      ref={listRef}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classNames('flex border-b border-border bg-surface', className)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabIdOf(tab.id)}
          aria-controls={panelIdOf(tab.id)}
          aria-selected={tab.id === selected}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          className={classNames(
            'relative flex h-12 forced-colors:aria-selected:underline flex-1 items-center justify-center gap-1.5 text-sm font-semibold -outline-offset-2',
            tab.id === selected
              ? 'text-text after:absolute after:inset-x-4 after:bottom-0 after:h-0.75 after:rounded-t-sm after:bg-primary'
              : 'text-text-muted hover:text-text',
          )}
        >
          {tab.label}
          {tab.dot && (
            <>
              <span aria-hidden="true" className="size-1.75 rounded-full bg-live forced-colors:border" />
              <span className="sr-only">(new)</span>
            </>
          )}
          <TabCount {...tab} />
        </button>
      ))}
    </div>
  )
}

const MOST_COUNTED = 99

function TabCount({ count = 0, countWord = '' }: Pick<TabHead<string>, 'count' | 'countWord'>) {
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden="true"
        className="grid h-5 min-w-5 place-items-center rounded-full border border-transparent bg-accent px-1 text-xs font-bold text-on-accent tabular-nums"
      >
        {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
      </span>
      <span className="sr-only">
        , {count} {countWord}
      </span>
    </>
  )
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
