import type { LibraryQuota } from '@carillon/contract/library/schemas'
import { ShareBar } from '../../ui/share-bar.tsx'
import { sizeWords } from './library-words.ts'
import { useLibraryQuota } from './use-library.ts'

/** From this share on there is little room left. */
const HIGH = 0.9

/** Room that the library takes; nothing while it cannot be had. */
export function QuotaBar() {
  const { data } = useLibraryQuota()
  return data ? <Quota {...data} /> : null
}

function Quota({ usedBytes, quotaBytes, items }: LibraryQuota) {
  const share = usedBytes / quotaBytes
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
        high={HIGH * quotaBytes}
        value={usedBytes}
        className="sr-only"
      />
      <ShareBar share={Math.min(1, share)} isHigh={share >= HIGH} />
    </div>
  )
}
