import type { Role } from '@carillon/contract/roles'

/** Every address of the app. */
export const PATHS = {
  root: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  logout: '/logout',
  dashboard: '/dashboard',
  djDashboard: '/dj-dashboard',
  admin: '/admin',
  moderator: '/moderator',
  profile: '/profile',
  settings: '/settings',
  notifications: '/notifications',
  history: '/broadcast-history',
  analytics: '/analytics',
  schedule: '/schedule',
  announcements: '/announcements',
  createAnnouncement: '/announcements/create',
  editAnnouncement: '/announcements/edit/:id',
  broadcast: '/broadcast/:id',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  contact: '/contact',
} as const

const HOMES: Partial<Record<Role, string>> = {
  DJ: PATHS.djDashboard,
  ADMIN: PATHS.admin,
  MODERATOR: PATHS.moderator,
}

/** Where a role lands after signing in, and where it is sent from what it may not see. */
export function homeOf(role: Role): string {
  return HOMES[role] ?? PATHS.dashboard
}
