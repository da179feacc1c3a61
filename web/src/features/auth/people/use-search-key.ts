import { type RefObject, useEffect } from 'react'

/** `/` leads to the search, unless something is typed or asked, or the person has turned single keys off (WCAG 2.1.4). */
export function useSearchKey(inputRef: RefObject<HTMLInputElement | null>, areKeysOn: () => boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (!inputRef.current || isBusyPlace(event.target) || !areKeysOn()) return
      event.preventDefault()
      inputRef.current.focus()
      inputRef.current.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [inputRef, areKeysOn])
}

/** Where a key is text, or the page behind is not to be touched. */
function isBusyPlace(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isTyping = target.isContentEditable || target.matches('input:not([type="radio"]), textarea, select')
  return isTyping || target.closest('dialog, [role="menu"]') !== null
}
