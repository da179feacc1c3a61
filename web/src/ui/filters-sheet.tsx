import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Sheet } from './sheet.tsx'

export type FiltersSheetProps = {
  /** Number of filters that narrow the list. */
  count: number
  /** Label of the button back to the list: `Show 24 broadcasts`. */
  show: string
  children: ReactNode
}

/** The filters of a list behind a button, for narrow screens; the button says how many of them narrow the list. */
export function FiltersSheet({ count, show, children }: FiltersSheetProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        className="max-md:h-12"
        aria-haspopup="dialog"
        icon={<SlidersHorizontal aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        <span>
          <span className="max-xs:sr-only">Filters</span>
          {count > 0 && ` (${count})`}
        </span>
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Filters">
        <div className="grid gap-5">
          {children}
          <Button className="w-full" onClick={() => setOpen(false)}>
            {show}
          </Button>
        </div>
      </Sheet>
    </>
  )
}
