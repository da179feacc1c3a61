import { MAX_WORD_LENGTH } from '@carillon/contract/chat/schemas'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/field.tsx'

export type AddWordFormProps = {
  isListed(word: string): boolean
  isAllowed(word: string): boolean
  /** Rejects with why the station would not. */
  onAdd(word: string): Promise<void>
}

/** One more word to mask. There is no way back, and it says so. */
export function AddWordForm({ isListed, isAllowed, onAdd }: AddWordFormProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
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
    if (refused || !(await command.run(() => onAdd(word)))) return
    setText('')
    setAdded(word)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-1.5">
      <Field
        label="Add a word"
        hint="Masked from the next message on, also stretched, spaced or in look-alike letters. A word cannot be taken off again."
        error={refusal ?? command.problem}
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
    </form>
  )
}

function refusalOf(word: string, { isListed, isAllowed }: Pick<AddWordFormProps, 'isListed' | 'isAllowed'>) {
  if (word === '') return 'Please enter a word'
  if (isListed(word)) return 'This word is on the list already'
  return isAllowed(word) ? null : 'At most 60 characters'
}
