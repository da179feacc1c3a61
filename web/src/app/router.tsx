import { ROLES, type Role } from '@carillon/contract/roles'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { AppLayout } from './layout/app-layout.tsx'
import { LoadingScreen } from './pages/loading-screen.tsx'
import { LogoutPage } from './pages/logout-page.tsx'
import { NotFound } from './pages/not-found.tsx'
import { NotHereYetPage } from './pages/not-here-yet-page.tsx'
import { RouteErrorPage } from './pages/route-error-page.tsx'
import { PATHS } from './paths.ts'
import { Root } from './root.tsx'
import { RouteGuard } from './route-guard.tsx'

// Pages load when they are visited.
const listen = async () => ({ Component: (await import('./pages/listen-page.tsx')).ListenPage })
const djDashboard = async () => ({
  Component: (await import('./pages/dj-dashboard-page.tsx')).DjDashboardPage,
})
const login = async () => ({ Component: (await import('./pages/login-page.tsx')).LoginPage })
const register = async () => ({ Component: (await import('./pages/register-page.tsx')).RegisterPage })
const schedule = async () => ({ Component: (await import('./pages/schedule-page.tsx')).SchedulePage })
const privacy = async () => ({ Component: (await import('./pages/privacy-page.tsx')).PrivacyPage })
const terms = async () => ({ Component: (await import('./pages/terms-page.tsx')).TermsPage })
const contact = async () => ({ Component: (await import('./pages/contact-page.tsx')).ContactPage })

const admit = (admission: 'visitors' | readonly Role[], ...children: RouteObject[]): RouteObject => ({
  element: <RouteGuard admit={admission} />,
  children,
})
const notHereYet = (path: string, title: string): RouteObject => ({
  path,
  element: <NotHereYetPage title={title} />,
})

const publicPages: RouteObject[] = [
  admit('visitors', { path: PATHS.root, lazy: listen }),
  { path: PATHS.broadcast, lazy: listen },
  { path: PATHS.schedule, lazy: schedule },
  { path: PATHS.privacy, lazy: privacy },
  { path: PATHS.terms, lazy: terms },
  { path: PATHS.contact, lazy: contact },
  notHereYet(PATHS.announcements, 'Announcements'),
]

const guardedPages: RouteObject[] = [
  admit(
    ROLES,
    { path: PATHS.dashboard, lazy: listen },
    notHereYet(PATHS.profile, 'Profile'),
    notHereYet(PATHS.settings, 'Settings'),
    notHereYet(PATHS.notifications, 'Inbox'),
  ),
  admit(['DJ', 'ADMIN'], { path: PATHS.djDashboard, lazy: djDashboard }),
  admit(['ADMIN'], notHereYet(PATHS.admin, 'Admin Dashboard')),
  admit(['MODERATOR', 'ADMIN'], notHereYet(PATHS.moderator, 'Mod Dashboard')),
  admit(
    ['DJ', 'MODERATOR', 'ADMIN'],
    notHereYet(PATHS.history, 'Broadcast History'),
    notHereYet(PATHS.analytics, 'Analytics'),
    notHereYet(PATHS.createAnnouncement, 'Create announcement'),
    notHereYet(PATHS.editAnnouncement, 'Edit announcement'),
  ),
]

/** Every route: sign-in and sign-up alone, all others inside the layout. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteErrorPage />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      admit('visitors', { path: PATHS.login, lazy: login }, { path: PATHS.register, lazy: register }),
      { path: PATHS.logout, element: <LogoutPage /> },
      {
        element: <AppLayout />,
        // A page that breaks keeps the menu, the top bar and the sound around it.
        children: [{ errorElement: <RouteErrorPage />, children: [...publicPages, ...guardedPages] }],
      },
      { path: '*', element: <NotFound /> },
    ],
  },
]

/** The router of the page's address bar. */
export const createRouter = () => createBrowserRouter(routes)
