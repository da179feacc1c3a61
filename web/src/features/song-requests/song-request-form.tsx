import { MAX_REQUESTED_LENGTH } from '@carillon/contract/song-requests/schemas'
import { ChevronDown } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import type { FormErrors } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import type { RequestDraft } from './request-draft.ts'
import { type SongRequestFormOptions, useSongRequestForm } from './use-song-request-form.ts'

/** Asks for a song: its title, and what one likes to add. What was written stays until the station has it. */
export function SongRequestForm(props: SongRequestFormOptions) {
  const form = useSongRequestForm(props)
  const { draft, errors, command, pauseSeconds, isFull, field, suggestions, writeTitle } = form
  const errorId = useId()
  const listId = useId()
  const problem = isFull ? null : command.problem
  return (
    <form ref={form.ref} onSubmit={(event) => void form.submit(event)} noValidate className="grid gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="grid min-w-0 flex-[1_1_14rem] gap-1.5">
          <TextInput
            {...field('songTitle')}
            onChange={writeTitle}
            // Without any it is no combobox, also to a screen reader.
            list={suggestions.length > 0 ? listId : undefined}
            aria-label="Song title"
            aria-invalid={errors.songTitle ? true : undefined}
            aria-describedby={errors.songTitle && errorId}
            maxLength={MAX_REQUESTED_LENGTH}
            placeholder="Song title"
          />
          <datalist id={listId}>
            {suggestions.map(({ title, artist }) => (
              <option
                key={`${title} ${artist}`}
                value={title}
                label={artist ? `${title} by ${artist}` : title}
              />
            ))}
          </datalist>
          {errors.songTitle && (
            <p id={errorId} className="text-sm font-medium text-danger">
              {errors.songTitle}
            </p>
          )}
        </div>
        <Button
          type="submit"
          busy={command.busy}
          aria-disabled={pauseSeconds > 0 || isFull || undefined}
          className="h-12 min-w-34 tabular-nums max-xs:flex-1 md:h-11"
        >
          {pauseSeconds > 0 ? `Wait ${pauseSeconds} s` : 'Send request'}
        </Button>
      </div>
      <More draft={draft} field={field} errors={errors} />
      {isFull && (
        <p className="text-sm text-text-muted">
          Five of your requests are waiting. When one is played or withdrawn you can send the next.
        </p>
      )}
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}

type MoreProps = {
  draft: RequestDraft
  field(name: keyof RequestDraft): { value: string; onChange(event: ChangeEvent<HTMLInputElement>): void }
  errors: FormErrors<RequestDraft>
}

/** Artist and message, for anyone who wants to say more. */
function More({ draft, field, errors }: MoreProps) {
  const isWritten = draft.artist !== '' || draft.message !== ''
  const [isRequested, setIsRequested] = useState(false)
  if (!isRequested && !isWritten) {
    return (
      <button
        type="button"
        onClick={() => setIsRequested(true)}
        className="flex items-center gap-1 justify-self-start text-sm text-text-muted underline-offset-2 hover:text-text hover:underline coarse:min-h-11"
      >
        Add the artist or a message
        <ChevronDown aria-hidden="true" className="size-4" />
      </button>
    )
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Artist" optional error={errors.artist}>
        <TextInput {...field('artist')} maxLength={MAX_REQUESTED_LENGTH} autoFocus={isRequested} />
      </Field>
      <Field label="Message to the DJ" optional error={errors.message}>
        <TextInput {...field('message')} maxLength={280} />
      </Field>
    </div>
  )
}
