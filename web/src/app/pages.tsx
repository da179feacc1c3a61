import { ROLES } from '@carillon/contract/roles'
import type { ReactNode } from 'react'
import type { Admission } from './guard.ts'
import { type LazyPage, lazyPage } from './lazy-page.ts'
import { PATHS } from './paths.ts'

/** A page inside the layout. `admit` missing: everybody. */
export type PageRoute = { path: string; admit?: Admission; element: ReactNode; preload?: () => void }

const listen = lazyPage(async () => (await import('./pages/listen/listen-page.tsx')).ListenPage)
const djDashboard = lazyPage(async () => (await import('./pages/dj/dj-dashboard-page.tsx')).DjDashboardPage)
const profile = lazyPage(async () => (await import('./pages/profile/profile-page.tsx')).ProfilePage)
const settings = lazyPage(async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage)
const inbox = lazyPage(async () => (await import('./pages/inbox/inbox-page.tsx')).InboxPage)
const schedule = lazyPage(async () => (await import('./pages/schedule/schedule-page.tsx')).SchedulePage)
const announcements = lazyPage(
  async () => (await import('./pages/announcements/announcements-page.tsx')).AnnouncementsPage,
)
const announcementForm = lazyPage(
  async () => (await import('./pages/announcements/announcement-form-page.tsx')).AnnouncementFormPage,
)
const history = lazyPage(async () => (await import('./pages/history/history-page.tsx')).HistoryPage)
const analytics = lazyPage(async () => (await import('./pages/analytics/analytics-page.tsx')).AnalyticsPage)
const library = lazyPage(async () => (await import('./pages/library/library-page.tsx')).LibraryPage)
const admin = lazyPage(async () => (await import('./pages/admin/admin-page.tsx')).AdminPage)
const moderator = lazyPage(async () => (await import('./pages/moderator/moderator-page.tsx')).ModeratorPage)
const privacy = lazyPage(async () => (await import('./pages/legal/privacy-page.tsx')).PrivacyPage)
const terms = lazyPage(async () => (await import('./pages/legal/terms-page.tsx')).TermsPage)
const contact = lazyPage(async () => (await import('./pages/legal/contact-page.tsx')).ContactPage)

export const loginPage = lazyPage(async () => (await import('./pages/gate/login-page.tsx')).LoginPage)
export const registerPage = lazyPage(
  async () => (await import('./pages/gate/register-page.tsx')).RegisterPage,
)
export const forgotPasswordPage = lazyPage(
  async () => (await import('./pages/gate/forgot-password-page.tsx')).ForgotPasswordPage,
)
export const resetPasswordPage = lazyPage(
  async () => (await import('./pages/gate/reset-password-page.tsx')).ResetPasswordPage,
)
export const layout = lazyPage(async () => (await import('./layout/app-layout.tsx')).AppLayout)

const SUPERVISORS = ['DJ', 'MODERATOR', 'ADMIN'] as const

/** Every page inside the layout and who may enter it. */
export const PAGE_ROUTES: readonly PageRoute[] = [
  page(PATHS.root, listen, 'visitors'),
  page(PATHS.broadcast, listen),
  page(PATHS.schedule, schedule),
  page(PATHS.privacy, privacy),
  page(PATHS.terms, terms),
  page(PATHS.contact, contact),
  page(PATHS.announcements, announcements),
  page(PATHS.dashboard, listen, ROLES),
  page(PATHS.djDashboard, djDashboard, ['DJ', 'ADMIN']),
  page(PATHS.admin, admin, ['ADMIN']),
  page(PATHS.moderator, moderator, ['MODERATOR', 'ADMIN']),
  page(PATHS.profile, profile, ROLES),
  page(PATHS.settings, settings, ROLES),
  page(PATHS.notifications, inbox, ROLES),
  page(PATHS.history, history, SUPERVISORS),
  page(PATHS.analytics, analytics, SUPERVISORS),
  page(PATHS.library, library, SUPERVISORS),
  page(PATHS.createAnnouncement, announcementForm, SUPERVISORS),
  page(PATHS.editAnnouncement, announcementForm, SUPERVISORS),
]

function page(path: string, { Page, preload }: LazyPage, admit?: Admission): PageRoute {
  return { path, element: <Page />, preload, ...(admit && { admit }) }
}
