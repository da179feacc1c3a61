import type { User } from '@carillon/contract/auth/schemas'
import type { Role } from '@carillon/contract/roles'
import { roleLabel } from '../../../session/display-name.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { banWords, untilDay } from './ban-term.ts'

const TONES: Record<Role, Tone> = { LISTENER: 'neutral', DJ: 'accent', MODERATOR: 'info', ADMIN: 'primary' }

/** The role as a word; the colour only repeats it. */
export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={TONES[role]}>{roleLabel(role)}</Badge>
}

/** Active, quietly; or banned, until when. */
export function StatusText({ person }: { person: User }) {
  if (!person.banned) return <span className="text-text-muted">Active</span>
  return (
    <span
      className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5"
      title={[banWords(person), person.banReason].filter(Boolean).join(': ')}
    >
      <Badge tone="danger">Banned</Badge>
      <span className="text-xs text-text-muted">{untilDay(person)}</span>
    </span>
  )
}
