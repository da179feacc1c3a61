import {
  MAX_WORD_LENGTH,
  MIN_WORD_LENGTH,
  type WordPreview as Preview,
} from '@carillon/contract/chat/schemas'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/field.tsx'
import { WordPreview } from './word-preview.tsx'

export type AddWordFormProps = {
  isListed(word: string): boolean
  isAllowed(word: string): boolean
  /** What masking it would have done. Rejects with why the station would not. */
  onPreview(word: string): Promise<Preview>
  /** Rejects with why the station would not. */
  onAdd(word: string): Promise<void>
  /** Who can take a word off again. */
  hint: string
}

/** One more word to mask, after a look at what that would have masked. */
export function AddWordForm({ isListed, isAllowed, onPreview, onAdd, hint }: AddWordFormProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ word: string; preview: Preview } | null>(null)
  const [added, setAdded] = useState<string | null>(null)
  const command = useCommand((error) => messageOf(error, 'The word could not be added. Please try again.'))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (command.busy) return
    const word = text.trim()
    const refused = refusalOf(word, { isListed, isAllowed })
    setRefusal(refused)
    setAdded(null)
    command.forget()
    inputRef.current?.focus()
    if (!refused) await command.run(async () => setAsked({ word, preview: await onPreview(word) }))
  }
  const add = async (word: string) => {
    const isAdded = await command.run(() => onAdd(word))
    setAsked(null)
    if (!isAdded) return
    setText('')
    setAdded(word)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-1.5">
      <Field
        label="Add a word"
        hint={`Masked from the next message on, also stretched, spaced or in look-alike letters. ${hint}`}
        error={refusal ?? (asked ? null : command.problem)}
      >
        <div className="flex gap-2">
          <TextInput
            ref={inputRef}
            value={text}
            maxLength={MAX_WORD_LENGTH}
            readOnly={command.busy}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value)
              setRefusal(null)
              command.forget()
            }}
            className="min-w-0 flex-1"
          />
          <Button type="submit" variant="outline" busy={command.busy} className="max-md:h-12">
            Add
          </Button>
        </div>
      </Field>
      <p role="status" className="text-sm font-medium text-success wrap-anywhere empty:hidden">
        {added && `“${added}” is masked from now on.`}
      </p>
      {asked && (
        <WordPreview
          {...asked}
          busy={command.busy}
          onConfirm={() => void add(asked.word)}
          onCancel={() => setAsked(null)}
        />
      )}
    </form>
  )
}

function refusalOf(word: string, { isListed, isAllowed }: Pick<AddWordFormProps, 'isListed' | 'isAllowed'>) {
  if (word === '') return 'Please enter a word'
  // Signs may stand for letters: the station counts those.
  if (Array.from(word).length < MIN_WORD_LENGTH) return 'Please enter at least three letters'
  if (isListed(word)) return 'This word is on the list already'
  return isAllowed(word) ? null : 'At most 60 characters'
}
