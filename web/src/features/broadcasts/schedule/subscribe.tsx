import { CALENDAR_PATHS } from '@carillon/contract/broadcasts/schemas'
import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { buttonClasses } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.ts'

/** The schedule as a calendar that keeps itself up to date: its address, to open or to copy, and as a file of today. */
export function Subscribe() {
  const address = location.origin + CALENDAR_PATHS.feed
  const inputRef = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast('Address copied', { tone: 'success' })
    } catch {
      // Not every page may write there: what is selected is a key press away.
      inputRef.current?.select()
    }
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <p className="font-semibold">Subscribe in your calendar</p>
        <p className="text-sm text-text-muted">New shows, changes and cancellations appear automatically.</p>
      </div>
      <div className="flex items-center gap-1">
        <input
          ref={inputRef}
          readOnly
          value={address}
          aria-label="Calendar address"
          onFocus={(event) => event.target.select()}
          className="h-10 min-w-0 grow rounded-input border border-border-strong bg-surface-2 px-3 text-sm"
        />
        <IconButton
          label="Copy the address"
          icon={<Copy className="size-4.5" />}
          onClick={() => void copy()}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <a href={address.replace(/^https?/, 'webcal')} className={buttonClasses('primary', 'sm')}>
          Open in my calendar
        </a>
        <a href={CALENDAR_PATHS.feed} download className={buttonClasses('outline', 'sm')}>
          Download a file
        </a>
      </div>
    </div>
  )
}
