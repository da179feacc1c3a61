import { z } from 'zod/mini'
import { storedValue } from '../../../lib/stored.ts'

/** `off` for those whom single keys disturb. WCAG 2.1.4: they can be turned off. */
const kept = storedValue('shortcuts', z.enum(['on', 'off']))

/** The player's keys and what they do. */
export const PLAYER_SHORTCUTS = [
  ['P', 'Play or pause'],
  ['M', 'Mute or unmute'],
] as const

/** Whether single keys do anything on this device. */
export function areShortcutsOn(): boolean {
  return kept.read() !== 'off'
}

/** Turns single keys on or off on this device, from the next press on. */
export function turnShortcuts(on: boolean): void {
  kept.write(on ? 'on' : 'off')
}

export type Shortcut = 'toggle-play' | 'toggle-mute'

const SHORTCUTS: Record<string, Shortcut> = { p: 'toggle-play', m: 'toggle-mute' }

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'target'>

/** The player's shortcut a key press means. */
export function shortcutOf(event: Key): Shortcut | undefined {
  return isSingleKey(event) ? SHORTCUTS[event.key.toLowerCase()] : undefined
}

/** Whether a press can mean a single-key shortcut: no modifier, not held down, and nothing being typed. */
export function isSingleKey(event: Key): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false
  return !isTyping(event.target)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  const isChoice = target instanceof HTMLInputElement && ['range', 'checkbox', 'radio'].includes(target.type)
  return !isChoice && target.matches('input, textarea, select, [role="combobox"]')
}
