import { matchPath } from '../lib/router/match-path.ts'
import { Router } from '../lib/router/router.tsx'
import { Route, Routes } from '../lib/router/routes.tsx'
import { NotFound } from './pages/errors/not-found.tsx'
import { LogoutPage } from './pages/gate/logout-page.tsx'
import {
  forgotPasswordPage,
  layout,
  loginPage,
  PAGE_ROUTES,
  type PageRoute,
  registerPage,
  resetPasswordPage,
} from './pages.tsx'
import { PATHS } from './paths.ts'
import { Root } from './root.tsx'
import { RouteGuard } from './route-guard.tsx'

/** The routes on the page's address bar. */
export function AppRouter() {
  return (
    <Router>
      <AppRoutes />
    </Router>
  )
}

/** Every route: sign-in and sign-up stand alone, all others inside the layout. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Root />}>
        <Route element={<RouteGuard admit="visitors" />}>
          <Route path={PATHS.login} element={<loginPage.Page />} />
          <Route path={PATHS.register} element={<registerPage.Page />} />
        </Route>
        <Route path={PATHS.forgotPassword} element={<forgotPasswordPage.Page />} />
        <Route path={PATHS.resetPassword} element={<resetPasswordPage.Page />} />
        <Route path={PATHS.logout} element={<LogoutPage />} />
        <Route element={<layout.Page />}>{PAGE_ROUTES.map(pageRoute)}</Route>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}

function pageRoute({ path, admit, element }: PageRoute) {
  return admit ? (
    <Route key={path} element={<RouteGuard admit={admit} />}>
      <Route path={path} element={element} />
    </Route>
  ) : (
    <Route key={path} path={path} element={element} />
  )
}

/** Fetches what an address will show while it is still being asked who is signed in. */
export function preloadFor(pathname: string): void {
  if (pathname === PATHS.login) loginPage.preload()
  else if (pathname === PATHS.register) registerPage.preload()
  else preloadInLayout(pathname)
}

function preloadInLayout(pathname: string): void {
  layout.preload()
  PAGE_ROUTES.find(({ path }) => matchPath(path, pathname))?.preload?.()
}
