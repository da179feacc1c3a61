import { CHAT_EXPORT_PATHS } from '@carillon/contract/chat'
import { Download } from 'lucide-react'
import { announce } from '../../../lib/announce.ts'
import { buttonClasses } from '../../../ui/button.tsx'

/** Downloads the chat of a broadcast as the station writes it: everything, unmasked; the station names the file. */
export function ExportLink({ broadcastId, title }: { broadcastId: number; title: string }) {
  return (
    <a
      href={exportAddress(broadcastId)}
      download
      aria-label={`Export the chat of ${title} as CSV`}
      onClick={() => announce('Download started')}
      className={buttonClasses('outline', 'sm')}
    >
      <Download aria-hidden="true" className="size-4" />
      <span className="max-xs:sr-only">Export</span>
    </a>
  )
}

function exportAddress(broadcastId: number): string {
  return CHAT_EXPORT_PATHS[1].replace(':broadcastId', String(broadcastId))
}
