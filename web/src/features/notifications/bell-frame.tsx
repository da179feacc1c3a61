import { Bell as BellIcon } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { BellPanelProps } from './bell-panel.tsx'

const BellPanel = lazyPart(async () => (await import('./bell-panel.tsx')).BellPanel)

type BellFrameProps = Omit<BellPanelProps, 'onClose'> & {
  label: string
  badge?: ReactNode
  onOpenChange?: (open: boolean) => void
}

/** The button of the bell and the box that it opens, whose content is fetched by the press. */
export function BellFrame({ label, badge, onOpenChange, ...panel }: BellFrameProps) {
  return (
    <Popover
      label="Notifications"
      className="max-h-[70dvh] w-[calc(100vw-16px)] flex-col overflow-hidden open:flex sm:w-95"
      {...(onOpenChange && { onOpenChange })}
      trigger={(props) => (
        <IconButton
          {...props}
          label={label}
          aria-haspopup="dialog"
          icon={<BellIcon className="size-5" />}
          badge={badge}
        />
      )}
    >
      {(close) => (
        <Suspense fallback={<PanelSkeleton />}>
          <BellPanel {...panel} onClose={close} />
        </Suspense>
      )}
    </Popover>
  )
}

function PanelSkeleton() {
  return (
    <div className="grid gap-3 p-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  )
}
