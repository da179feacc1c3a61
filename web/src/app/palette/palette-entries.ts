import type { User } from '@carillon/contract/auth/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { Role } from '@carillon/contract/roles'
import { formatTimestamp, fromStationTime } from '../../lib/station-time.ts'
import { displayNameOf, roleLabel } from '../../session/display-name.ts'
import { menuFor } from '../menu.ts'
import { homeOf, PATHS } from '../paths.ts'

/** A place that the palette leads to. */
export type PaletteEntry = { label: string; note: string; to: string }

const ACCOUNT: readonly PaletteEntry[] = [
  { label: 'Profile', note: 'Page', to: PATHS.profile },
  { label: 'Settings', note: 'Page', to: PATHS.settings },
]
const NEW_ANNOUNCEMENT = { label: 'New announcement', note: 'Page', to: PATHS.createAnnouncement }
const MAX_SHOWN = 8

/** The pages of a role: those of its menu, the account's, and the form of announcements for those who may write one. */
export function pageEntries(role: Role): readonly PaletteEntry[] {
  const items = menuFor({ signedIn: true, role }).flatMap((group) => group.items)
  const pages = items.map(({ label, to }) => ({ label, note: 'Page', to }))
  return [...pages, ...ACCOUNT, ...(role === 'LISTENER' ? [] : [NEW_ANNOUNCEMENT])]
}

/** A show on air or planned, with its DJ and its start. */
export function showEntry({ id, title, createdBy, status, scheduledStart }: Broadcast): PaletteEntry {
  const when = status === 'LIVE' ? 'on air' : formatTimestamp(fromStationTime(scheduledStart))
  return { label: title, note: `Show · ${createdBy.name} · ${when}`, to: `/broadcast/${id}` }
}

/** An account, found in the list of people on the dashboard of who asks. */
export function personEntry(user: User, asker: Role): PaletteEntry {
  const to = `${homeOf(asker)}?${new URLSearchParams({ q: user.email })}`
  return { label: displayNameOf(user), note: `${roleLabel(user.role)} · ${user.email}`, to }
}

/** Entries that hold every word of the search, in their order, as many as are shown. */
export function findEntries(entries: readonly PaletteEntry[], search: string): readonly PaletteEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = ({ label, note }: PaletteEntry) => {
    const text = `${label} ${note}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return entries.filter(holds).slice(0, MAX_SHOWN)
}
