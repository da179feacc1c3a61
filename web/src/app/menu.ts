import type { Role } from '@carillon/contract/roles'
import { PATHS } from './paths.ts'

export type MenuIcon =
  | 'listen'
  | 'schedule'
  | 'announcements'
  | 'inbox'
  | 'login'
  | 'register'
  | 'dj'
  | 'history'
  | 'library'
  | 'analytics'
  | 'admin'
  | 'moderator'

export type MenuItem = { label: string; to: string; icon: MenuIcon }
export type MenuGroup = { title: 'MAIN' | 'AUTH' | 'PERSONAL'; items: readonly MenuItem[] }

const item = (label: string, to: string, icon: MenuIcon): MenuItem => ({ label, to, icon })

const listen = item('Listen', PATHS.dashboard, 'listen')
const schedule = item('Schedule', PATHS.schedule, 'schedule')
const announcements = item('Announcements', PATHS.announcements, 'announcements')
const history = item('Broadcast History', PATHS.history, 'history')
const library = item('Library', PATHS.library, 'library')
const analytics = item('Analytics', PATHS.analytics, 'analytics')
const personal: MenuGroup = { title: 'PERSONAL', items: [item('Inbox', PATHS.notifications, 'inbox')] }

const withPersonal = (...items: MenuItem[]): readonly MenuGroup[] => [{ title: 'MAIN', items }, personal]

const VISITOR_MENU: readonly MenuGroup[] = [
  { title: 'MAIN', items: [item('Listen', PATHS.root, 'listen'), announcements] },
  {
    title: 'AUTH',
    items: [item('Login', PATHS.login, 'login'), item('Register', PATHS.register, 'register')],
  },
]

const LISTENER_MENU = withPersonal(listen, schedule, announcements)

const MENUS: Record<Role, readonly MenuGroup[]> = {
  LISTENER: LISTENER_MENU,
  DJ: withPersonal(
    item('DJ Dashboard', PATHS.djDashboard, 'dj'),
    history,
    analytics,
    schedule,
    library,
    announcements,
  ),
  ADMIN: withPersonal(
    item('Admin Dashboard', PATHS.admin, 'admin'),
    history,
    analytics,
    schedule,
    library,
    announcements,
  ),
  MODERATOR: withPersonal(
    item('Mod Dashboard', PATHS.moderator, 'moderator'),
    history,
    analytics,
    schedule,
    library,
    listen,
    announcements,
  ),
}

/** Whose menu: a visitor's, or that of a role. The account's own role counts first, then a passed one. */
export type MenuOwner =
  | { signedIn: false }
  | { signedIn: true; role?: string | undefined; passedRole?: string | undefined }

/** The side menu; roles are read in any case, an unknown one gets the listener's menu. */
export function menuFor(owner: MenuOwner): readonly MenuGroup[] {
  if (!owner.signedIn) return VISITOR_MENU
  const role = (owner.role || owner.passedRole || 'LISTENER').toUpperCase()
  return Object.hasOwn(MENUS, role) ? MENUS[role as Role] : LISTENER_MENU
}
