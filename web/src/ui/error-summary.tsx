import { useEffect, useRef } from 'react'
import { Banner } from './banner.tsx'

export type ErrorSummaryProps<Name extends string> = {
  /** In the order of the form; a name is also the id of its control. */
  labels: Record<Name, string>
  errors: Partial<Record<Name, string>>
}

/** All that stands in the way of a submit, each a link to its field; it takes the focus. Give it a new key at each submit. */
export function ErrorSummary<Name extends string>({ labels, errors }: ErrorSummaryProps<Name>) {
  const ref = useRef<HTMLDivElement>(null)
  const names = (Object.keys(labels) as Name[]).filter((name) => errors[name])
  useEffect(() => ref.current?.focus(), [])
  if (names.length === 0) return null
  return (
    <div ref={ref} tabIndex={-1} className="rounded-card">
      <Banner tone="danger" role="alert" className="items-start">
        <p className="font-semibold">Please check {names.length === 1 ? 'this' : 'these'}:</p>
        <ul className="mt-1 grid gap-0.5">
          {names.map((name) => (
            <li key={name}>
              <a href={`#${name}`} onClick={focusTarget} className="underline underline-offset-3">
                {labels[name]}: {errors[name]}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}

/** The control, not the address bar, is where the link leads. */
function focusTarget(event: { preventDefault(): void; currentTarget: HTMLAnchorElement }): void {
  event.preventDefault()
  document.getElementById(event.currentTarget.hash.slice(1))?.focus()
}
