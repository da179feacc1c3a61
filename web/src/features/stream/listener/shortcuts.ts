import { isSingleKey, type KeyPress } from '../../../lib/single-keys.ts'

/** The player's keys and what they do. */
export const PLAYER_SHORTCUTS = [
  ['P', 'Play or pause'],
  ['M', 'Mute or unmute'],
] as const

export type Shortcut = 'toggle-play' | 'toggle-mute'

const SHORTCUTS: Record<string, Shortcut> = { p: 'toggle-play', m: 'toggle-mute' }

/** The player's shortcut a key press means. */
export function shortcutOf(event: KeyPress): Shortcut | undefined {
  return isSingleKey(event) ? SHORTCUTS[event.key.toLowerCase()] : undefined
}
