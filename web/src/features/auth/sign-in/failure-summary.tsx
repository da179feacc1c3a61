import { useEffect, useRef } from 'react'
import { Banner } from '../../../ui/banner.tsx'

/** Why a form was refused: a new object for each refusal. */
export type Failure = { text: string }

/** Above the form, with the focus, so that it is the next thing read; a second failure takes it again. */
export function FailureSummary({ failure }: { failure: Failure }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) ref.current?.focus()
  }, [failure])
  return (
    <div ref={ref} tabIndex={-1} className="rounded-card">
      <Banner tone="danger" role="alert">
        {failure.text}
      </Banner>
    </div>
  )
}
