import { classNames } from '../lib/class-names.ts'

/**
 * A bar that is filled by a share of 0 to 1, for the eye alone: what browsers draw for `<meter>` and `<progress>` has no colours
 * of the theme, and its empty part is white on a dark page.
 */
export function ShareBar({ share, isHigh = false }: { share: number; isHigh?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className="relative block h-2 overflow-hidden rounded-sm border border-transparent bg-surface-2 forced-colors:border-[CanvasText]"
    >
      <span
        className={classNames(
          'absolute inset-y-0 left-0 forced-colors:bg-[CanvasText]',
          isHigh ? 'bg-warning' : 'bg-primary',
        )}
        style={{ width: `${(share * 100).toFixed(1)}%` }}
      />
    </span>
  )
}
