import {
  AudioLines,
  CalendarDays,
  ChartColumn,
  History,
  Inbox,
  LayoutDashboard,
  ListMusic,
  LogIn,
  type LucideIcon,
  Megaphone,
  Radio,
  ShieldCheck,
  UserPlus,
} from 'lucide-react'
import type { MenuIcon } from '../menu.ts'

const ICONS: Record<MenuIcon, LucideIcon> = {
  listen: Radio,
  schedule: CalendarDays,
  announcements: Megaphone,
  inbox: Inbox,
  login: LogIn,
  register: UserPlus,
  dj: AudioLines,
  history: History,
  library: ListMusic,
  analytics: ChartColumn,
  admin: LayoutDashboard,
  moderator: ShieldCheck,
}

/** The picture of a menu item. */
export function MenuGlyph({ icon }: { icon: MenuIcon }) {
  const Icon = ICONS[icon]
  return <Icon aria-hidden="true" className="size-5 shrink-0" />
}
