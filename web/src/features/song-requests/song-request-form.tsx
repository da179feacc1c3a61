import { MAX_PENDING_SONG_REQUESTS, type SongRequest } from '@carillon/contract/song-requests/schemas'
import { ChevronDown } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { announce } from '../../lib/announce.ts'
import { useOwnDraft } from '../../lib/own-draft.ts'
import { useCommand } from '../../lib/use-command.ts'
import { useFocusOnRefusal } from '../../lib/use-focus-on-refusal.ts'
import type { FormErrors } from '../../lib/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { orderWords } from './order-words.ts'
import { BLANK_REQUEST, errorsOfRequest, type RequestDraft, requestDraft, trimmed } from './request-draft.ts'
import { useSendPause } from './use-send-pause.ts'
import type { SongRequestsView } from './use-song-requests.ts'

type SongRequestFormProps = { viewerId: number; view: SongRequestsView; own: readonly SongRequest[] }

/** Asks for a song: its title, and what one likes to add. What was written stays until the station has it. */
export function SongRequestForm({ viewerId, view, own }: SongRequestFormProps) {
  const [draft, write] = useOwnDraft(requestDraft, viewerId)
  const [errors, setErrors] = useState<FormErrors<RequestDraft>>({})
  const [refusals, setRefusals] = useState(0)
  const [pauseSeconds, wait] = useSendPause(own)
  const command = useCommand(orderWords)
  const errorId = useId()
  const formRef = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(formRef, refusals)
  const waiting = own.filter(({ status }) => status === 'PENDING').length
  const isFull = waiting >= MAX_PENDING_SONG_REQUESTS
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pauseSeconds > 0 || isFull) return
    const found = errorsOfRequest(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return setRefusals(refusals + 1)
    await command.run(async () => {
      try {
        view.take(await view.calls.send(trimmed(draft)))
        write(BLANK_REQUEST)
        announce(`Request sent: ${draft.songTitle.trim()}`)
      } catch (error) {
        if (error instanceof ApiError && error.retryAfterSeconds) wait(error.retryAfterSeconds)
        throw error
      }
    })
  }
  const field = (name: keyof RequestDraft) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      write({ ...draft, [name]: event.target.value })
      setErrors({})
    },
  })
  const problem = isFull ? null : command.problem
  return (
    <form ref={formRef} onSubmit={(event) => void submit(event)} noValidate className="grid gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="grid min-w-0 flex-[1_1_14rem] gap-1.5">
          <TextInput
            {...field('songTitle')}
            aria-label="Song title"
            aria-invalid={errors.songTitle ? true : undefined}
            aria-describedby={errors.songTitle && errorId}
            maxLength={120}
            placeholder="Song title"
          />
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
          {pauseSeconds > 0 ? `Send in ${pauseSeconds} s` : 'Send request'}
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
        <TextInput {...field('artist')} maxLength={120} autoFocus={isRequested} />
      </Field>
      <Field label="Message to the DJ" optional error={errors.message}>
        <TextInput {...field('message')} maxLength={280} />
      </Field>
    </div>
  )
}
