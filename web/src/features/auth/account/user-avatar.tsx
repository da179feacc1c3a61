import type { User } from '@carillon/contract/auth/schemas'
import { Mic, ShieldUser } from 'lucide-react'
import { displayNameOf } from '../../../session/display-name.ts'
import { Avatar, initialsOf } from '../../../ui/avatar.tsx'

/** The face of an account: admins and DJs wear an icon, everyone else initials. */
export function UserAvatar({ user, className }: { user: User; className?: string }) {
  const size = className ? { className } : {}
  if (user.role === 'ADMIN') return <Avatar {...size} icon={<ShieldUser className="size-[58%]" />} />
  if (user.role === 'DJ') return <Avatar {...size} icon={<Mic className="size-[58%]" />} />
  return <Avatar {...size} initials={initialsOf(displayNameOf(user))} />
}
