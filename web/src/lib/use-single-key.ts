import { useEffect, useRef } from 'react'

/** A key pressed alone does something, unless something is typed or asked, or the person has turned single keys off (WCAG 2.1.4). */
export function useSingleKey(key: string, onPress: () => void, areKeysOn: () => boolean): void {
  const latest = useRef({ onPress, areKeysOn })
  useEffect(() => {
    latest.current = { onPress, areKeysOn }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || isBusyPlace(event.target) || !latest.current.areKeysOn()) return
      event.preventDefault()
      latest.current.onPress()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [key])
}

/** Whether a key is text there, or the page behind is not to be touched. */
function isBusyPlace(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isTyping =
    target.isContentEditable || target.matches('input:not([type="radio"], [type="range"]), textarea, select')
  return isTyping || target.closest('dialog, [role="menu"]') !== null
}
