import {
  MAX_WORD_LENGTH,
  MIN_WORD_LENGTH,
  type WordPreview as Preview,
} from '@carillon/contract/chat/schemas'
import { useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { type FormErrors, useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/field.tsx'
import { WordPreview } from './word-preview.tsx'

export type AddWordFormProps = {
  isListed(word: string): boolean
  isAllowed(word: string): boolean
  /** Previews which messages it would have masked. Rejects with the reason of a refusal. */
  onPreview(word: string): Promise<Preview>
  /** Rejects with why the station would not. */
  onAdd(word: string, givenUp: AbortSignal): Promise<void>
  /** Hint about those who can take a word off again. */
  hint: string
}

/** One more word to mask, after a look at what that would have masked. */
export function AddWordForm({ hint, ...rules }: AddWordFormProps) {
  const { inputRef, form, command, asked, added, add, cancel } = useAddWord(rules)
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-1.5">
      <Field
        label="Add a word"
        hint={`Masked from the next message on, also stretched, spaced or in look-alike letters. ${hint}`}
        error={form.errors.word ?? (asked ? null : command.problem)}
      >
        <div className="flex gap-2">
          <TextInput
            ref={inputRef}
            {...form.text('word')}
            maxLength={MAX_WORD_LENGTH}
            readOnly={command.busy}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              form.reset({ word: event.target.value })
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
        <WordPreview {...asked} command={command} onConfirm={() => void add(asked.word)} onCancel={cancel} />
      )}
    </form>
  )
}

/** `inputRef` gets the focus after each try. */
function useAddWord({ isListed, isAllowed, onPreview, onAdd }: Omit<AddWordFormProps, 'hint'>) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<{ word: string; preview: Preview } | null>(null)
  const [added, setAdded] = useState<string | null>(null)
  const command = useCommand((error) => messageOf(error, 'The word could not be added. Please try again.'))
  const form = useForm({
    initial: { word: '' },
    errorsOf: ({ word }) => refusalOf(word.trim(), { isListed, isAllowed }),
    onSubmit: async (values) => {
      const word = values.word.trim()
      setAdded(null)
      inputRef.current?.focus()
      await command.run(async () => setAsked({ word, preview: await onPreview(word) }))
      return undefined
    },
    checksAt: 'submit',
  })
  const add = async (word: string) => {
    const isAdded = await command.run((givenUp) => onAdd(word, givenUp))
    setAsked(null)
    if (!isAdded) return
    form.reset({ word: '' })
    setAdded(word)
  }
  return { inputRef, form, command, asked, added, add, cancel: () => setAsked(null) }
}

type WordRules = Pick<AddWordFormProps, 'isListed' | 'isAllowed'>

function refusalOf(word: string, { isListed, isAllowed }: WordRules): FormErrors<{ word: string }> {
  if (word === '') return { word: 'Please enter a word' }
  // Signs may stand for letters: the station counts those.
  if (Array.from(word).length < MIN_WORD_LENGTH) return { word: 'Please enter at least three letters' }
  if (isListed(word)) return { word: 'This word is on the list already' }
  return isAllowed(word) ? {} : { word: 'At most 60 characters' }
}
