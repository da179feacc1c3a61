/** The station's mark: a small yellow bell. */
export function BellMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 28 28" fill="#fec528" className={className}>
      <path d="M14 3c4 0 6.500 3 6.500 7.500 0 5 1.200 7.200 3 8.500H4.500c1.800-1.300 3-3.500 3-8.500C7.500 6 10 3 14 3Z" />
      <circle cx="14" cy="23" r="2.600" />
    </svg>
  )
}
