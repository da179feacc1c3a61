import { classNames } from '../lib/class-names.ts'

/** A grey stand-in for known layout; it shows itself only after 300 ms. Give it the final height. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className="skeleton block min-w-0">
      <span className={classNames('block animate-pulse rounded-sm bg-surface-2', className)} />
    </span>
  )
}
