import { CHAT_EXPORT_PATHS } from '@carillon/contract/chat/schemas'
import { Download } from 'lucide-react'
import { announce } from '../../../lib/announce.ts'
import { buttonClasses } from '../../../ui/button.tsx'

type ExportLinkProps = {
  broadcastId: number
  title: string
  /** `small` among others in a head, where narrow screens leave it its icon. */
  size?: 'small' | 'full'
}

/** Downloads the chat of a broadcast as the station writes it: everything, unmasked; the station names the file. */
export function ExportLink({ broadcastId, title, size = 'small' }: ExportLinkProps) {
  const isSmall = size === 'small'
  return (
    <a
      href={exportAddress(broadcastId)}
      download
      aria-label={isSmall ? `Export the chat of ${title} as CSV` : `Export chat of ${title} as CSV`}
      onClick={() => announce('Download started')}
      className={buttonClasses('outline', isSmall ? 'sm' : 'md')}
    >
      <Download aria-hidden="true" className={isSmall ? 'size-4' : 'size-5'} />
      {isSmall ? <span className="max-xs:sr-only">Export</span> : 'Export chat'}
    </a>
  )
}

function exportAddress(broadcastId: number): string {
  return CHAT_EXPORT_PATHS[1].replace(':broadcastId', String(broadcastId))
}
