import { Download, Printer } from 'lucide-react'
import { announce } from '../../lib/announce.ts'
import { downloadText } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'

export type CsvButtonProps = {
  /** Label of the download: `Download these rows as CSV`. */
  label: string
  fileName: string
  /** Null while there is nothing to download. */
  toCsv: (() => string) | null
}

/** Downloads what is shown as a table for other programs. */
export function CsvButton({ label, fileName, toCsv }: CsvButtonProps) {
  const download = () => {
    if (!toCsv) return
    downloadText(fileName, toCsv(), 'text/csv')
    announce('Download started')
  }
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={label}
      aria-disabled={toCsv === null}
      icon={<Download aria-hidden="true" className="size-4" />}
      onClick={download}
    >
      CSV
    </Button>
  )
}

/** Prints the page; phones have no printer. */
export function PrintButton() {
  return (
    <Button
      size="sm"
      variant="outline"
      icon={<Printer aria-hidden="true" className="size-4" />}
      onClick={() => print()}
      className="max-sm:hidden"
    >
      Print
    </Button>
  )
}
