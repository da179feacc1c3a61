import type { Announcement } from '@carillon/contract/announcements/schemas'
import { useEffect, useRef } from 'react'
import { titleIdOf } from './announcement-card.tsx'

/** When the card that had the focus leaves the list, the one after it takes it, or the one before, or else the page's heading. */
export function useFocusHeir(items: readonly Announcement[] | undefined): void {
  const before = useRef<readonly number[]>([])
  useEffect(() => {
    if (!items) return
    const former = before.current
    const ids = items.map(({ id }) => id)
    before.current = ids
    const gone = former.findIndex((id) => !ids.includes(id))
    if (gone < 0 || document.activeElement !== document.body) return
    const heir = [...former.slice(gone), ...former.slice(0, gone).reverse()].find((id) => ids.includes(id))
    const target = heir === undefined ? 'h1' : `#${titleIdOf(heir)}`
    document.querySelector<HTMLElement>(target)?.focus()
  }, [items])
}
