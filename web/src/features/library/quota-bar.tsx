import type { LibraryQuota } from '@carillon/contract/library/schemas'
import { sizeWords } from './library-words.ts'
import { useLibraryQuota } from './use-library.ts'

/** Room that the library takes; nothing while it cannot be had. */
export function QuotaBar() {
  const { data } = useLibraryQuota()
  return data ? <Quota {...data} /> : null
}

function Quota({ usedBytes, quotaBytes, items }: LibraryQuota) {
  const words = `${sizeWords(usedBytes)} of ${sizeWords(quotaBytes)} used`
  return (
    <div className="grid w-full gap-1 text-sm text-text-muted sm:w-64">
      <span className="flex justify-between gap-3">
        <span>{words}</span>
        <span className="tabular-nums">
          {items} {items === 1 ? 'item' : 'items'}
        </span>
      </span>
      <meter
        aria-label="Room in the library"
        aria-valuetext={words}
        min={0}
        max={quotaBytes}
        high={0.9 * quotaBytes}
        value={usedBytes}
        className="h-2 w-full"
      />
    </div>
  )
}
