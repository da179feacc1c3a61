import type { Activity } from '@carillon/contract/analytics/schemas'
import type { ActivityType } from '@carillon/contract/audit'
import {
  Ban,
  CalendarPlus,
  CircleStop,
  KeyRound,
  ListMusic,
  type LucideIcon,
  Megaphone,
  MessageSquareX,
  Mic,
  Pencil,
  ShieldMinus,
  ShieldPlus,
  Timer,
  Trash2,
  Undo2,
  UserCog,
  UserPlus,
  Vote,
} from 'lucide-react'

/** Label and icon of a kind of activity. */
export type ActivityKind = { label: string; Icon: LucideIcon; isGrave?: boolean }

const KINDS: Record<ActivityType, ActivityKind> = {
  LOGIN: { label: 'Signed in', Icon: KeyRound },
  LOGOUT: { label: 'Signed out', Icon: KeyRound },
  USER_REGISTER: { label: 'New account', Icon: UserPlus },
  PROFILE_UPDATE: { label: 'Account changed', Icon: UserCog },
  EMAIL_VERIFY: { label: 'Email verified', Icon: UserCog },
  PASSWORD_RESET: { label: 'Password reset', Icon: KeyRound },
  USER_ROLE_CHANGE: { label: 'Role changed', Icon: UserCog },
  USER_BAN: { label: 'Ban', Icon: Ban, isGrave: true },
  USER_UNBAN: { label: 'Ban lifted', Icon: Undo2 },
  BROADCAST_CREATE: { label: 'Broadcast planned', Icon: CalendarPlus },
  BROADCAST_UPDATE: { label: 'Broadcast changed', Icon: Pencil },
  BROADCAST_DELETE: { label: 'Broadcast cancelled', Icon: Trash2 },
  BROADCAST_START: { label: 'On air', Icon: Mic },
  BROADCAST_END: { label: 'Broadcast ended', Icon: CircleStop },
  SONG_REQUEST: { label: 'Song request', Icon: ListMusic },
  POLL_CREATE: { label: 'Poll', Icon: Vote },
  ANNOUNCEMENT_CREATE: { label: 'Announcement', Icon: Megaphone },
  ANNOUNCEMENT_PUBLISH: { label: 'Announcement published', Icon: Megaphone },
  ANNOUNCEMENT_REJECT: { label: 'Announcement rejected', Icon: Megaphone, isGrave: true },
  CHAT_DELETE: { label: 'Message removed', Icon: MessageSquareX, isGrave: true },
  CHAT_TIMEOUT: { label: 'Timeout', Icon: Timer, isGrave: true },
  CHAT_TIMEOUT_LIFT: { label: 'Timeout lifted', Icon: Undo2 },
  PROFANITY_ADD: { label: 'Word added', Icon: ShieldPlus },
  PROFANITY_REMOVE: { label: 'Word removed', Icon: ShieldMinus },
  STREAM_START: { label: 'Stream started', Icon: Mic },
  STREAM_STOP: { label: 'Stream stopped', Icon: CircleStop, isGrave: true },
}

/** Activities of moderation, and those that moderators must know of each other. */
export const MODERATION_TYPES: readonly ActivityType[] = [
  'CHAT_DELETE',
  'CHAT_TIMEOUT',
  'CHAT_TIMEOUT_LIFT',
  'USER_BAN',
  'USER_UNBAN',
  'USER_ROLE_CHANGE',
  'PROFANITY_ADD',
  'PROFANITY_REMOVE',
  'ANNOUNCEMENT_REJECT',
  'STREAM_STOP',
  'STREAM_START',
]

/** Returns label and icon of this kind. */
export function kindOf(type: ActivityType): ActivityKind {
  return KINDS[type]
}

/** Whose ban it tells of, by e-mail: what the station writes begins with it. Null for everything else. */
export function bannedEmailOf({ activityType, description }: Activity): string | null {
  return activityType === 'USER_BAN' ? (/^\S+(?= banned)/.exec(description)?.[0] ?? null) : null
}
