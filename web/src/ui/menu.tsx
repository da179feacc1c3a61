import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

/** ARIA menu: the focus starts on the first item; arrows, Home, End and first letters move it. */
export function Menu({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => itemsOf(ref.current)[0]?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(ref.current)
    const next = nextItem(items, items.indexOf(document.activeElement as HTMLElement), event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div ref={ref} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown} className={className}>
      {children}
    </div>
  )
}

/** The classes of one row of a menu; give it `role="menuitem"` and `tabIndex={-1}`. */
export const MENU_ROW =
  'flex min-h-12 w-full items-center gap-3 rounded-sm px-3 py-1.5 text-left text-sm -outline-offset-2 hover:bg-surface-2 focus:bg-surface-2'

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
  return items.filter((item) => item.checkVisibility?.() ?? true)
}

function nextItem(items: HTMLElement[], current: number, key: string): HTMLElement | undefined {
  const count = items.length
  if (key === 'ArrowDown') return items[(current + 1) % count]
  if (key === 'ArrowUp') return items[(current - 1 + count) % count]
  if (key === 'Home') return items[0]
  if (key === 'End') return items[count - 1]
  if (key.length !== 1 || key === ' ') return undefined
  const rest = [...items.slice(current + 1), ...items.slice(0, current + 1)]
  return rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}
