import type { ReactNode } from 'react'

/** A few words where nothing else is to be said. */
export function EmptyState({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 px-8 py-9 text-center text-balance">
      <span
        aria-hidden="true"
        className="mb-3 grid size-14 place-items-center rounded-full bg-surface-2 text-text-muted [&_svg]:size-7"
      >
        {icon}
      </span>
      {children}
    </div>
  )
}
