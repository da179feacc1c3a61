import type { ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Asked<Data> = { data: Data | undefined; errorUpdatedAt: number; dataUpdatedAt: number }

export type PartProps<Data> = {
  /** Names it while it is not here. */
  name: string
  asked: Asked<Data>
  className?: string
  children(data: Data): ReactNode
}

/** A card of its own answer: waiting in its final height, here, or not available; what was here once stays. */
export function Part<Data>({ name, asked, className, children }: PartProps<Data>) {
  return (
    <Card className={classNames('paper-flow grid print:min-h-0 print:border-0 print:p-0', className)}>
      {asked.data !== undefined ? (
        children(asked.data)
      ) : asked.errorUpdatedAt > 0 ? (
        <div className="grid min-h-40 place-content-center justify-items-center gap-1 text-center">
          <h3>{name}</h3>
          <p className="text-text-muted">
            <NotThere />
          </p>
        </div>
      ) : (
        <div role="status" aria-label={`Loading: ${name}`}>
          <Skeleton className="h-64 rounded-input" />
        </div>
      )}
    </Card>
  )
}

/** Dash in the place of what is not available. */
export function NotThere() {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">Not available right now</span>
    </>
  )
}
