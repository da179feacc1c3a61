import { createBrowserRouter, type RouteObject } from 'react-router'
import { PATHS } from './paths.ts'

const listen = async () => ({ Component: (await import('./pages/listen-page.tsx')).ListenPage })
const djDashboard = async () => ({
  Component: (await import('./pages/dj-dashboard-page.tsx')).DjDashboardPage,
})

/** Every route; pages load when they are visited. */
export const routes: RouteObject[] = [
  { path: PATHS.root, lazy: listen },
  { path: PATHS.dashboard, lazy: listen },
  { path: PATHS.broadcast, lazy: listen },
  { path: PATHS.djDashboard, lazy: djDashboard },
]

/** The router of the page's address bar. */
export const createRouter = () => createBrowserRouter(routes)
