import { z } from 'zod/mini'
import { storedValue } from './stored.ts'

/** `off` for those whom single keys disturb. WCAG 2.1.4: they can be turned off. */
const kept = storedValue('shortcuts', z.enum(['on', 'off']))

/** Whether single keys do anything on this device. */
export function areShortcutsOn(): boolean {
  return kept.read() !== 'off'
}

/** Turns single keys on or off on this device, from the next press on. */
export function turnShortcuts(on: boolean): void {
  kept.write(on ? 'on' : 'off')
}

/** Fields of a key press. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'target'>

/** Whether a press can mean a single-key shortcut: no modifier, not held down, and nothing being typed. */
export function isSingleKey(event: KeyPress): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false
  return !isTyping(event.target)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  const isChoice = target instanceof HTMLInputElement && ['range', 'checkbox', 'radio'].includes(target.type)
  return !isChoice && target.matches('input, textarea, select, [role="combobox"]')
}
