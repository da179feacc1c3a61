import type { ProfanityWord } from '@carillon/contract/chat/schemas'
import { X } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Banner } from '../../../ui/banner.tsx'

export type ListedWordProps = {
  word: ProfanityWord
  /** Takes it off; rejects with why not. Without it the word stays. */
  onRemove?: ((word: ProfanityWord, givenUp: AbortSignal) => Promise<void>) | undefined
}

/** A word of the list, with the way off it for those who may. */
export function ListedWord({ word, onRemove }: ListedWordProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <li className="flex items-center rounded-sm bg-surface-2 text-sm wrap-anywhere">
      <span className="px-2 py-1">{word.word}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove “${word.word}” from the list`}
          onClick={() => setAsked(true)}
          className="grid size-7 shrink-0 place-items-center rounded-sm text-text-muted hover:text-text coarse:size-11"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
      {isAsked && onRemove && (
        <TakeOff
          word={word.word}
          onConfirm={(givenUp) => onRemove(word, givenUp)}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}

type TakeOffProps = { word: string; onConfirm(givenUp: AbortSignal): Promise<void>; onClose(): void }

function TakeOff({ word, onConfirm, onClose }: TakeOffProps) {
  const command = useCommand((error) => messageOf(error, 'The word could not be removed. Please try again.'))
  return (
    <AlertDialog
      open
      title={`Remove “${word}” from the list?`}
      confirmLabel="Remove"
      command={command}
      onConfirm={() => void command.run(onConfirm)}
      onCancel={onClose}
    >
      <p>It is no longer masked, from the next message on. What was masked stays masked.</p>
      {command.problem && (
        <Banner tone="danger" role="alert">
          {command.problem}
        </Banner>
      )}
    </AlertDialog>
  )
}
