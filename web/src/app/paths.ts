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
  library: '/library',
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

/** Home page of a role, after signing in and in place of pages that it may not see. */
export function homeOf(role: Role): string {
  return HOMES[role] ?? PATHS.dashboard
}
