import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import {
  browserHistory,
  type Location,
  type Navigate,
  type NavigateOptions,
  type RouterHistory,
} from './history.ts'

const HistoryContext = createContext<RouterHistory | null>(null)
const LocationContext = createContext<Location | null>(null)

/** Everything below it follows the address. A page stays in view until the next one is there. */
export function Router({
  history = browserHistory,
  children,
}: {
  history?: () => RouterHistory
  children: ReactNode
}) {
  const [held] = useState(history)
  const [location, setLocation] = useState(held.read)
  useLayoutEffect(() => held.follow(() => startTransition(() => setLocation(held.read()))), [held])
  return (
    <HistoryContext value={held}>
      <LocationContext value={location}>{children}</LocationContext>
    </HistoryContext>
  )
}

/** Address that the page shows. */
export function useLocation(): Location {
  return inRouter(use(LocationContext))
}

/** The way to another address; the same function on every render. */
export function useNavigate(): Navigate {
  return inRouter(use(HistoryContext)).navigate
}

type SearchInit = Record<string, string> | URLSearchParams
export type SetSearch = (
  next: SearchInit | ((before: URLSearchParams) => SearchInit),
  options?: NavigateOptions,
) => void

/** Search of the address, and the way to another one on the same page. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const { search } = useLocation()
  const history = inRouter(use(HistoryContext))
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = useCallback<SetSearch>(
    (next, options) => {
      const { pathname, search: before } = history.read()
      const init = typeof next === 'function' ? next(new URLSearchParams(before)) : next
      const text = new URLSearchParams(init).toString()
      history.navigate(pathname + (text && `?${text}`), options)
    },
    [history],
  )
  return [params, set]
}

/** Goes elsewhere as soon as it is in view. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true }), [navigate, to])
  return null
}

function inRouter<T>(value: T | null): T {
  if (value === null) throw new Error('There is no Router around this')
  return value
}
