import type { ReactNode } from 'react'
import { Rings } from '../../../ui/rings.tsx'

/** A heading, a few words and a way on, over resting rings. */
export function MessagePage({
  title,
  children,
  actions,
}: {
  title: string
  children: ReactNode
  actions: ReactNode
}) {
  return (
    <div className="relative isolate grid min-h-full place-content-center justify-items-center gap-4 overflow-hidden px-6 py-16 text-center">
      <Rings state="resting" className="calm-rings w-[44rem] text-text-muted" />
      <h1 tabIndex={-1}>{title}</h1>
      <div className="grid max-w-[42ch] gap-2 text-text-muted">{children}</div>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>
    </div>
  )
}
