import { useLayoutEffect } from 'react'

export type TabOfWork<Id extends string> = {
  /** Parts that are tabs at the moment. */
  ids: readonly Id[]
  partIdOf(id: Id): string
  select(id: Id): void
}

/** Chooses the tab of the part where somebody was at work when parts become tabs: the one with an open dialog, or with the focus. */
export function useTabOfWork<Id extends string>({ ids, partIdOf, select }: TabOfWork<Id>): void {
  const tabs = ids.join(' ')
  // Before it is painted: the browser takes the focus from what is hidden, and a hidden dialog would block the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other parts are tabs than before.
  useLayoutEffect(() => {
    const atWork = ids.find((id) => isAtWork(document.getElementById(partIdOf(id))))
    if (atWork !== undefined) select(atWork)
  }, [tabs])
}

function isAtWork(part: HTMLElement | null): boolean {
  if (!part) return false
  return part.querySelector('dialog[open]') !== null || part.contains(document.activeElement)
}
