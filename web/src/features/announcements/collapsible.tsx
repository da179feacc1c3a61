import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'

/** Shows eight lines of a longer text and a button for the rest; a link further down that takes the focus unfolds it too. */
export function Collapsible({ className, children }: { className?: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isLong, setIsLong] = useState(false)

  useLayoutEffect(() => {
    const box = ref.current
    if (!box || isOpen) return
    const measure = () => setIsLong(box.scrollHeight > box.clientHeight + 1)
    measure()
    const observer = globalThis.ResizeObserver && new ResizeObserver(measure)
    observer?.observe(box)
    const unfold = () => setIsOpen(true)
    box.addEventListener('focusin', unfold)
    return () => {
      observer?.disconnect()
      box.removeEventListener('focusin', unfold)
    }
  }, [isOpen])

  return (
    <div className={className}>
      <div
        ref={ref}
        className={classNames(
          !isOpen && 'max-h-[13rem] overflow-hidden',
          !isOpen && isLong && '[mask-image:linear-gradient(#000_70%,transparent)]',
        )}
      >
        {children}
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="mt-1 inline-flex min-h-9 items-center text-sm font-semibold text-link underline underline-offset-3 coarse:min-h-11"
        >
          {isOpen ? 'Show less' : 'Read more'}
        </button>
      )}
    </div>
  )
}
