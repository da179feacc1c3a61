import { classNames } from '../lib/class-names.ts'

/** The red that only ever means on air. `ring` where it lies on the side menu's maroon. */
export function LiveBadge({
  label = 'LIVE',
  ring = false,
  className,
}: {
  label?: string
  ring?: boolean
  className?: string
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 rounded-sm border border-transparent bg-live px-2.25 py-1 text-xs font-bold tracking-[0.04em] text-white',
        ring && 'ring-1 ring-white',
        className,
      )}
    >
      <LiveDot className="size-[7px] shadow-none" />
      {label}
    </span>
  )
}

/** The white dot of everything live, with a halo. */
export function LiveDot({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'size-2 rounded-full bg-white shadow-[0_0_0_3px_rgb(255_255_255/0.28)]',
        className,
      )}
    />
  )
}
