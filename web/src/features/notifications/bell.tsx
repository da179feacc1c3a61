import type { Notification } from '@carillon/contract/notifications/schemas'
import { useState } from 'react'
import { useLocation } from '../../lib/router/router.tsx'
import { useClock } from '../../lib/use-clock.ts'
import { useSession } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'
import { bellEntries } from './bell-entries.ts'
import { BellFrame } from './bell-frame.tsx'
import { lookOf } from './notification-looks.ts'
import { useOpenedPushes } from './push/use-opened-pushes.ts'
import { useNotificationFeed } from './use-notification-feed.ts'
import { useNotifications } from './use-notifications.ts'

const INBOX = '/notifications'
const MAX_BADGE = 99

/** The bell of the top bar: how many unread there are, and the newest of them. It keeps all notifications up to date. */
export function Bell() {
  const isSignedIn = useSession().state === 'signed-in'
  const [isOpen, setIsOpen] = useState(false)
  const { pathname } = useLocation()
  const isInView = isOpen || pathname === INBOX
  useNotificationFeed((item) => !isInView && announce(item))
  const { store, state } = useNotifications()
  useOpenedPushes(store, isSignedIn)
  const now = useClock()
  const { entries, count } = bellEntries(state, state.isEnabled, now.getTime())
  return (
    <BellFrame
      label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      badge={<Count count={count} />}
      isSignedIn={isSignedIn}
      entries={entries}
      now={now}
      onOpenChange={setIsOpen}
    />
  )
}

/** The region of toasts is read out, so that nothing else has to say it. */
function announce({ message, type }: Notification): void {
  const { Icon, ink, label } = lookOf(type)
  toast(message, { look: { Icon, ink, label: `New notification, ${label}` } })
}

/** The count in a corner; the name of the button says it exactly. */
function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-0.5 left-[calc(50%+1px)] grid h-4.5 min-w-4.5 place-items-center rounded-full bg-live px-1 text-[0.6875rem] leading-none font-bold text-white ring-2 ring-surface"
    >
      {count > MAX_BADGE ? '99+' : count}
    </span>
  )
}
