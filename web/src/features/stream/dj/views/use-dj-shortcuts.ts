import { useEffect } from 'react'
import { areShortcutsOn } from '../../../../lib/single-keys.ts'
import { openDashboardDialog } from '../dashboard-dialogs.ts'
import { useDj } from '../dj-context.tsx'
import type { DjEngine } from '../dj-engine.ts'
import { airOf } from '../dj-state.ts'

/** Listens to the DJ's keys while something is on the air; never inside a field. */
export function useDjShortcuts(): void {
  const engine = useDj()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handle(event, engine)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [engine])
}

function handle(event: KeyboardEvent, engine: DjEngine): void {
  if (!airOf(engine.state.get()) || event.repeat) return
  if (event.ctrlKey && event.shiftKey && event.code === 'KeyE') {
    event.preventDefault()
    openDashboardDialog.set('end')
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
  if (!areShortcutsOn()) return
  if (event.key.toLowerCase() !== 'm') return
  event.preventDefault() // the player of the page has an M of its own
  engine.sound.setMuted(!engine.sound.state.get().isMuted)
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]',
    ) !== null
  )
}
