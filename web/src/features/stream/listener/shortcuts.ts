/** Stored as `off` by whom single keys disturb. WCAG 2.1.4: they can be turned off. */
export const SHORTCUTS_KEY = 'carillon.shortcuts'

export type Shortcut = 'toggle-play' | 'toggle-mute'

const SHORTCUTS: Record<string, Shortcut> = { p: 'toggle-play', m: 'toggle-mute' }

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'target'>

/** The player's shortcut a key press means: none with a modifier, held down, or while something is being typed. */
export function shortcutOf(event: Key): Shortcut | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return undefined
  if (isTyping(event.target)) return undefined
  return SHORTCUTS[event.key.toLowerCase()]
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  const isChoice = target instanceof HTMLInputElement && ['range', 'checkbox', 'radio'].includes(target.type)
  return !isChoice && target.matches('input, textarea, select, [role="combobox"]')
}
