import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { type PeoplePage, rangeWords } from './use-people.ts'

/** `1–15 of 240`, and the way to the pages before and after. At an end the button stays, so that the focus does. */
export function PeoplePager({ page, onPage }: { page: PeoplePage; onPage(page: number): void }) {
  return (
    <nav
      aria-label="Pages of people"
      className="flex flex-wrap items-center justify-between gap-3 border-t border-border px-4 py-3 lg:px-6"
    >
      <p className="text-sm text-text-muted tabular-nums">{rangeWords(page)}</p>
      {page.totalPages > 1 && (
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="outline"
            icon={<ChevronLeft aria-hidden="true" className="-ml-1 size-4" />}
            aria-disabled={page.page === 0}
            onClick={() => onPage(page.page - 1)}
          >
            Previous
          </Button>
          <Button size="sm" variant="outline" aria-disabled={page.last} onClick={() => onPage(page.page + 1)}>
            Next
            <ChevronRight aria-hidden="true" className="-mr-1 size-4" />
          </Button>
        </div>
      )}
    </nav>
  )
}
