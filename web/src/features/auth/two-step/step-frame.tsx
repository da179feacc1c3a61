import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** One step in the place of another: its heading takes the focus from the button that is gone. */
export function StepFrame({ title, children }: { title: string; children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null)
  // With the heading itself: a moment later it would take the focus from who types already.
  useLayoutEffect(() => ref.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <h3 ref={ref} tabIndex={-1} className="text-base">
        {title}
      </h3>
      {children}
    </div>
  )
}
