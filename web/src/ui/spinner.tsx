import { classNames } from '../lib/class-names.ts'

/** A quiet turning arc in the text's colour; the words beside it say what runs. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      className={classNames('size-5 shrink-0 animate-spin', className)}
    >
      <circle cx="12" cy="12" r="9" opacity="0.22" />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
  )
}
