import type { Role } from '@carillon/contract/roles'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)

/** Opens the palette at Ctrl+K, or Cmd+K, on every page; the same keys close it. */
export function PaletteSlot({ role }: { role: Role }) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      setIsOpen((was) => !was && document.querySelector('dialog[open]') === null)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    isOpen && (
      <Suspense>
        <Palette role={role} onClose={() => setIsOpen(false)} />
      </Suspense>
    )
  )
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey && !repeat
}
