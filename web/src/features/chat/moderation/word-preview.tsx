import type { WordPreview as Preview } from '@carillon/contract/chat/schemas'
import type { Command } from '../../../lib/use-command.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'

export type WordPreviewProps = {
  word: string
  preview: Preview
  command: Command
  onConfirm(): void
  onCancel(): void
}

/** Asks before a word is masked, and shows what that would have done. */
export function WordPreview({ word, preview, command, onConfirm, onCancel }: WordPreviewProps) {
  return (
    <AlertDialog
      open
      title={`Mask “${word}”?`}
      confirmLabel="Mask this word"
      command={command}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p className="text-text">{effectOf(preview)}</p>
      {preview.examples.length > 0 && (
        <ul aria-label="Some of them" className="grid gap-1.5">
          {[...new Set(preview.examples)].map((text) => (
            <li
              key={text}
              className="line-clamp-2 rounded-sm bg-surface-2 px-2.5 py-1.5 text-sm wrap-anywhere"
            >
              {text}
            </li>
          ))}
        </ul>
      )}
      <p>Earlier messages stay as they are.</p>
    </AlertDialog>
  )
}

function effectOf({ messages, masked }: Preview): string {
  if (messages === 0) return 'Nobody has written in the chat yet.'
  const last = messages === 1 ? 'the last message' : `the last ${messages} messages`
  return masked === 0 ? `It would have masked none of ${last}.` : `It would have masked ${masked} of ${last}.`
}
