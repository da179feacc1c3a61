import type { NotificationType } from '@carillon/contract/notifications'
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

/** How a type of notification looks: its icon, the class of its colour, and its name in words. */
export type NotificationLook = { Icon: LucideIcon; ink: string; label: string }

/** Each type its own, so that neither colour nor icon alone tells them apart. */
export const LOOKS: Record<NotificationType, NotificationLook> = {
  BROADCAST_SCHEDULED: { Icon: CalendarRange, ink: 'text-info', label: 'New on the schedule' },
  BROADCAST_STARTING_SOON: { Icon: AlarmClock, ink: 'text-warning', label: 'Starting soon' },
  BROADCAST_STARTED: { Icon: Radio, ink: 'text-live-ink', label: 'On air' },
  BROADCAST_ENDED: { Icon: SquareStop, ink: 'text-text-muted', label: 'Off air' },
  NEW_BROADCAST_POSTED: { Icon: Mic, ink: 'text-chart-5', label: 'New broadcast' },
  ANNOUNCEMENT: { Icon: Megaphone, ink: 'text-accent-ink', label: 'Announcement' },
  ANNOUNCEMENT_PUBLISHED: { Icon: Newspaper, ink: 'text-link', label: 'Announcement published' },
  USER_REGISTERED: { Icon: UserPlus, ink: 'text-success', label: 'New account' },
  GENERAL: { Icon: Bell, ink: 'text-text', label: 'From the station' },
  ALERT: { Icon: TriangleAlert, ink: 'text-danger', label: 'Alert' },
  INFO: { Icon: Info, ink: 'text-chart-4', label: 'Information' },
  REMINDER: { Icon: BellRing, ink: 'text-chart-3', label: 'Reminder' },
}

/** The look of a type; one that this page does not know yet looks like a word from the station. */
export function lookOf(type: NotificationType): NotificationLook {
  return LOOKS[type] ?? LOOKS.GENERAL
}
