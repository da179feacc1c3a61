import { Download, PanelRight } from 'lucide-react'
import { announce } from '../../../lib/announce.ts'
import { ActionsMenu } from '../../../ui/actions-menu.tsx'
import { MENU_ROW } from '../../../ui/menu.tsx'
import type { HistoryRow } from './history-rows.ts'
import { chatExportAddress } from './history-words.ts'

export type HistoryRowMenuProps = { row: HistoryRow; canExport: boolean; onOpen(id: number): void }

/** `Actions for Harana Hour`: its details, and its chat as a file for those who may have it. */
export function HistoryRowMenu({ row, canExport, onOpen }: HistoryRowMenuProps) {
  const { id, title } = row.broadcast
  return (
    <ActionsMenu label={`Actions for ${title}`} className="w-56">
      {(close) => (
        <>
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={MENU_ROW}
            onClick={() => {
              close()
              onOpen(id)
            }}
          >
            <PanelRight aria-hidden="true" className="size-4.5 shrink-0 opacity-80" />
            Details
          </button>
          {canExport && (
            <a
              role="menuitem"
              tabIndex={-1}
              href={chatExportAddress(id)}
              download
              className={`${MENU_ROW} text-inherit no-underline`}
              onClick={() => {
                announce('Download started')
                close()
              }}
            >
              <Download aria-hidden="true" className="size-4.5 shrink-0 opacity-80" />
              Export chat
            </a>
          )}
        </>
      )}
    </ActionsMenu>
  )
}
