import { useEffect, useRef } from 'react'
import { areShortcutsOn, isSingleKey } from '../../features/stream/listener/shortcuts.ts'

/** The panels of the DJ's desk, in the order of their keys 1 to 4. */
export const PANELS = ['chat', 'requests', 'polls', 'audio'] as const
export type PanelId = (typeof PANELS)[number]

/** Tells which panel the keys 1 to 4 ask for; not while something is typed, in a dialog, or for whom single keys are off. */
export function usePanelKeys(onPanel: (panel: PanelId) => void): void {
  const newest = useRef(onPanel)
  useEffect(() => {
    newest.current = onPanel
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const panel = panelOf(event)
      if (!panel || !areShortcutsOn()) return
      event.preventDefault()
      newest.current(panel)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function panelOf(event: KeyboardEvent): PanelId | undefined {
  if (!isSingleKey(event) || event.shiftKey) return undefined
  const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
  return isInDialog ? undefined : PANELS[Number(event.key) - 1]
}
