import type { NotificationType } from '@carillon/contract/notifications/schemas'
import {
  AlarmClock,
  Bell,
  BellRing,
  CalendarRange,
  Info,
  type LucideIcon,
  Megaphone,
  Mic,
  Newspaper,
  Radio,
  SquareStop,
  TriangleAlert,
  UserPlus,
} from 'lucide-react'
import { LABELS } from './notification-labels.ts'

/** Look of a type of notification: its icon, the class of its colour, and its name in words. */
export type NotificationLook = { Icon: LucideIcon; ink: string; label: string }

/** Each type its own, so that neither colour nor icon alone tells them apart. */
const LOOKS: Record<NotificationType, Omit<NotificationLook, 'label'>> = {
  BROADCAST_SCHEDULED: { Icon: CalendarRange, ink: 'text-info' },
  BROADCAST_STARTING_SOON: { Icon: AlarmClock, ink: 'text-warning' },
  BROADCAST_STARTED: { Icon: Radio, ink: 'text-live-ink' },
  BROADCAST_ENDED: { Icon: SquareStop, ink: 'text-text-muted' },
  NEW_BROADCAST_POSTED: { Icon: Mic, ink: 'text-chart-5' },
  ANNOUNCEMENT: { Icon: Megaphone, ink: 'text-accent-ink' },
  ANNOUNCEMENT_PUBLISHED: { Icon: Newspaper, ink: 'text-link' },
  USER_REGISTERED: { Icon: UserPlus, ink: 'text-success' },
  GENERAL: { Icon: Bell, ink: 'text-text' },
  ALERT: { Icon: TriangleAlert, ink: 'text-danger' },
  INFO: { Icon: Info, ink: 'text-chart-4' },
  REMINDER: { Icon: BellRing, ink: 'text-chart-3' },
}

/** The look of a type; one that this page does not know yet looks like a word from the station. */
export function lookOf(type: NotificationType): NotificationLook {
  const known = type in LOOKS ? type : 'GENERAL'
  return { ...LOOKS[known], label: LABELS[known] }
}
