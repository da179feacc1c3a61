import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function ChatEmpty({ isLive, mayWrite }: { isLive: boolean; mayWrite: boolean }) {
  const icon = <MessageCircle className="size-6" />
  if (!isLive) return <EmptyState icon={icon} title="Nobody wrote in this chat" />
  return (
    <EmptyState icon={icon} title="Nobody has said anything yet">
      {mayWrite ? 'Say hello to the studio.' : 'Be the first to say hi.'}
    </EmptyState>
  )
}

export function ChatFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState icon={<MessageCircle className="size-6" />} title="The chat could not be loaded">
      <Button variant="outline" size="sm" className="mt-3" onClick={onRetry}>
        Retry
      </Button>
    </EmptyState>
  )
}

const GHOSTS = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2']

export function ChatLoading() {
  return (
    <div aria-busy="true" className="grid min-h-0 content-end gap-5 overflow-hidden p-5">
      {GHOSTS.map((width) => (
        <div key={width} className="grid grid-cols-[2rem_1fr] gap-x-2.5 gap-y-1.5">
          <Skeleton className="row-span-2 size-8 rounded-full" />
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className={`col-start-2 h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}

function EmptyState({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="m-auto grid max-w-64 justify-items-center p-6 text-center text-balance">
      <span
        aria-hidden="true"
        className="mb-3 grid size-12 place-items-center rounded-full bg-surface-2 text-text-muted"
      >
        {icon}
      </span>
      <p className="font-semibold">{title}</p>
      {children && <div className="mt-0.5 text-sm text-text-muted">{children}</div>}
    </div>
  )
}
