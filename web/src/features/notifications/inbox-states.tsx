import { CircleCheck, CloudOff, Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useFocusKeeper } from '../../lib/use-focus-keeper.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from './empty-state.tsx'
import type { NotificationsState } from './notification-session.ts'

type EmptyProps = { state: NotificationsState; isFiltered: boolean; onRetry(): void }

/** Why nothing is in view: it is on its way, could not be loaded, is filtered, turned off, or there is nothing. */
export function EmptyInbox({ state, isFiltered, onRetry }: EmptyProps) {
  const { list, paging, isEnabled } = state
  if (paging === 'failed')
    return (
      <Box icon={<CloudOff />}>
        <p className="font-semibold">That's all we could load</p>
        <Button variant="outline" size="sm" onClick={onRetry} className="mt-2">
          Retry
        </Button>
      </Box>
    )
  if (paging === 'none' || (paging === 'loading' && !isFiltered)) return <Waiting />
  if (isFiltered)
    return (
      <Box icon={<CircleCheck />}>
        <p className="font-semibold">None of this type</p>
        <p className="text-sm text-text-muted">Choose another filter to see the others.</p>
      </Box>
    )
  if (list.items.some((item) => !isEnabled(item)))
    return (
      <Box icon={<Settings2 />}>
        <p className="font-semibold">
          Some types are off —{' '}
          <Link to="/settings" className="text-link underline underline-offset-3">
            Settings
          </Link>
        </p>
        <p className="text-sm text-text-muted">You have notifications of types you have turned off.</p>
      </Box>
    )
  return (
    <Box icon={<CircleCheck />}>
      <p className="font-semibold">You're all caught up</p>
      <p className="text-sm text-text-muted">New notifications will appear here.</p>
    </Box>
  )
}

function Box({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="rounded-card border border-border bg-surface py-6">
      <EmptyState icon={icon}>{children}</EmptyState>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading notifications" className="grid gap-3">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}

type MoreProps = { state: NotificationsState; onMore(): void; onRetry(): void }

/** Below the list: the way to more of it, or that there was none to be had. It keeps the focus of a press, at the end of the list if need be. */
export function MoreNotifications({ state: { list, paging }, onMore, onRetry }: MoreProps) {
  const [isAsked, setAsked] = useState(false)
  const focus = useFocusKeeper<HTMLDivElement>()
  const hasFailed = paging === 'failed'
  const press = () => {
    focus.keep()
    setAsked(true)
    if (hasFailed) onRetry()
    else onMore()
  }
  return (
    <div
      ref={focus.ref}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-center gap-3 text-sm text-text-muted outline-none empty:hidden"
    >
      {hasFailed && <p>That's all we could load</p>}
      {hasFailed || list.hasMore || (isAsked && paging === 'loading') ? (
        <Button
          variant="outline"
          size={hasFailed ? 'sm' : 'md'}
          busy={paging === 'loading'}
          busyLabel="Loading…"
          onClick={press}
        >
          {hasFailed ? 'Retry' : 'Load more'}
        </Button>
      ) : (
        isAsked && <p className="sr-only">No more notifications</p>
      )}
    </div>
  )
}
