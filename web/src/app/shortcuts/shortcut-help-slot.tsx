import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { isShortcutHelpOpen } from '../../lib/shortcut-help.ts'
import { areShortcutsOn, isSingleKey } from '../../lib/single-keys.ts'
import { useStore } from '../../lib/store.ts'

const ShortcutHelp = lazyPart(async () => (await import('./shortcut-help.tsx')).ShortcutHelp)

/** Opens the list of shortcuts at `?`, on every page with a menu. The list is fetched then. */
export function ShortcutHelpSlot() {
  const isOpen = useStore(isShortcutHelpOpen)
  useEffect(() => {
    document.addEventListener('keydown', openAtKey)
    return () => document.removeEventListener('keydown', openAtKey)
  }, [])
  return (
    isOpen && (
      <Suspense>
        <ShortcutHelp onClose={() => isShortcutHelpOpen.set(false)} />
      </Suspense>
    )
  )
}

function openAtKey(event: KeyboardEvent): void {
  if (event.key !== '?' || !isSingleKey(event) || !areShortcutsOn()) return
  if (document.querySelector('dialog[open]') === null) isShortcutHelpOpen.set(true)
}
