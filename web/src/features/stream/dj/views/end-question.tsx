import { useContext, useState } from 'react'
import { useCommand } from '../../../../lib/use-command.ts'
import { AlertDialog } from '../../../../ui/alert-dialog.tsx'
import { audienceWords } from '../../audience-words.ts'
import { useDj, useDjState } from '../dj-context.tsx'
import { EndNotesContext } from '../end-notes-context.ts'
import { useAudience } from '../use-audience.ts'

/** This long after opening, a press of the mouse may still be the second half of a double click and does nothing. */
const DOUBLE_CLICK_MS = 400

/** Asks before the show ends, with what is open and who will hear its recording. Focus starts on Cancel. */
export function EndQuestion({ onClose }: { onClose(): void }) {
  const engine = useDj()
  const state = useDjState()
  const Notes = useContext(EndNotesContext)
  const { listenerCount } = useAudience()
  const command = useCommand((cause) =>
    cause instanceof Error ? cause.message : 'The broadcast could not be ended.',
  )
  const isDoubleClick = useDoubleClickGuard()
  const end = async () => {
    if (!isDoubleClick() && (await command.run((givenUp) => engine.end(givenUp)))) onClose()
  }
  return (
    <AlertDialog
      open
      title="End this broadcast?"
      confirmLabel="End broadcast"
      cancelLabel="Cancel"
      danger
      command={command}
      onConfirm={end}
      onCancel={() => isDoubleClick() || onClose()}
    >
      <p>
        {listenerCount !== null && `${audienceWords(listenerCount)} `}The stream stops for everyone, and the
        chat closes.
      </p>
      {Notes && 'broadcast' in state && state.broadcast && <Notes broadcast={state.broadcast} />}
      {command.problem && (
        <p role="alert" className="font-medium text-live-ink">
          {command.problem}
        </p>
      )}
    </AlertDialog>
  )
}

/** Tells presses of the mouse that come too soon; a key, which leaves a visible focus, never does. */
function useDoubleClickGuard(): () => boolean {
  const [openedAt] = useState(() => performance.now())
  return () => {
    const isSoon = performance.now() - openedAt < DOUBLE_CLICK_MS
    return isSoon && !document.activeElement?.matches(':focus-visible')
  }
}
