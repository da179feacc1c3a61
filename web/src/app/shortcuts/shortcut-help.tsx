import { useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ShortcutList } from './shortcut-list.tsx'

/** The list of shortcuts that the key `?` opens, with those of whoever is signed in. */
export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const session = useSession()
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <ShortcutList role={session.state === 'signed-in' ? session.user.role : null} />
    </Dialog>
  )
}
