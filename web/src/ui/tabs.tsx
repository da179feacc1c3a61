import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'

export type Tab<Id extends string> = {
  id: Id
  label: string /** A dot: something waits here. */
  dot?: boolean
  content: ReactNode
}

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
  const listRef = useRef<HTMLDivElement>(null)
  const current = tabs.findIndex((tab) => tab.id === selected)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, current, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onSelect(tab.id)
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus()
  }
  return (
    <div className={className}>
      <div
        ref={listRef}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex border-b border-border bg-surface"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-controls={`${base}-panel`}
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
                <span aria-hidden="true" className="size-1.75 rounded-full bg-live" />
                <span className="sr-only">(new)</span>
              </>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
        className={panelClassName}
      >
        {tabs[current]?.content}
      </div>
    </div>
  )
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
