import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

/** Error of a load, with a way to try again. Older content stays below it. */
export function LoadError({ words, isBusy, onRetry }: { words: string; isBusy: boolean; onRetry(): void }) {
  return (
    <Banner
      tone="warning"
      role="status"
      className="no-print"
      action={
        <Button size="sm" variant="outline" busy={isBusy} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {words}
    </Banner>
  )
}
