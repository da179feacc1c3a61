import { isBroadcaster, isStaff } from '@carillon/contract/policies'
import type { Role } from '@carillon/contract/roles'
import { CHAT_SHORTCUTS } from '../../features/chat/use-chat-key.ts'
import { DJ_SHORTCUTS } from '../../features/stream/dj/dj-shortcuts.ts'
import { PLAYER_SHORTCUTS } from '../../features/stream/listener/shortcuts.ts'

export type ShortcutRow = readonly [keys: string, meaning: string]
export type ShortcutGroup = { title: string; rows: readonly ShortcutRow[] }

const HELP: ShortcutRow = ['?', 'Show the shortcuts']
const PALETTE: ShortcutRow = ['Ctrl + K', 'Go to a page or a show']
const STAFF_PALETTE: ShortcutRow = ['Ctrl + K', 'Go to a page, a show or a person']
const SEARCH: ShortcutRow = ['/', 'Search people or broadcasts, where they are listed']

/** The shortcuts of a role; null is a visitor, who has no palette. */
export function shortcutGroups(role: Role | null): readonly ShortcutGroup[] {
  const person = role && { role }
  const everywhere = [HELP]
  if (person) everywhere.push(isStaff(person) ? STAFF_PALETTE : PALETTE)
  if (isStaff(person) || isBroadcaster(person)) everywhere.push(SEARCH)
  return [
    { title: 'Player', rows: PLAYER_SHORTCUTS },
    { title: 'Chat', rows: CHAT_SHORTCUTS },
    { title: 'Everywhere', rows: everywhere },
    ...(isBroadcaster(person) ? [{ title: 'In the studio', rows: DJ_SHORTCUTS }] : []),
  ]
}
