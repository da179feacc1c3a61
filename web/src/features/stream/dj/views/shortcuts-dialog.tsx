import { Dialog } from '../../../../ui/dialog.tsx'
import { DJ_SHORTCUTS } from '../dj-shortcuts.ts'

/** The keys of the desk. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
        {DJ_SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-sm border border-border-strong bg-surface-2 px-2 py-0.5 font-sans text-sm font-semibold whitespace-nowrap">
                {keys}
              </kbd>
            </dt>
            <dd className="text-text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
