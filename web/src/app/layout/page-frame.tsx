import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { usePageTitle } from '../../lib/document-title.ts'

export type PageFrameProps = {
  title: string
  /** `reading` is a column of text of 680 px; `wide` fills up to 1280 px. */
  width?: 'reading' | 'wide'
  /** Under the heading: what the page is for. */
  lead?: string
  /** Right of the heading: what one can do on this page. */
  aside?: ReactNode
  /** All of a large window and no more: its parts scroll, the page does not. */
  isFilling?: boolean
  children: ReactNode
}

/** A page with its heading, its air and its document title. */
export function PageFrame({ title, width = 'wide', lead, aside, isFilling, children }: PageFrameProps) {
  usePageTitle(title)
  return (
    <div
      className={classNames(
        'mx-auto grid gap-6 px-4 py-6 md:px-6 md:py-8',
        width === 'wide' ? 'max-w-[1280px]' : 'max-w-[728px]',
        isFilling && 'desk:h-[100cqh] desk:grid-rows-[auto_minmax(0,1fr)] desk:gap-3 desk:py-3',
      )}
    >
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className="mt-1 text-text-muted">{lead}</p>}
        </div>
        {aside}
      </header>
      {children}
    </div>
  )
}
