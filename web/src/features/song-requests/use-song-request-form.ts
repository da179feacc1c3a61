import { MAX_PENDING_SONG_REQUESTS, type SongRequest } from '@carillon/contract/song-requests/schemas'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { announce } from '../../lib/announce.ts'
import { useCommand } from '../../lib/use-command.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useFocusOnRefusal } from '../../lib/use-focus-on-refusal.ts'
import type { FormErrors } from '../../lib/use-form.ts'
import { orderWords } from './order-words.ts'
import { BLANK_REQUEST, errorsOfRequest, type RequestDraft, requestDraft, trimmed } from './request-draft.ts'
import { useSendPause } from './use-send-pause.ts'
import type { SongRequestsView } from './use-song-requests.ts'
import { useSongSuggestions } from './use-song-suggestions.ts'

export type SongRequestFormOptions = {
  viewerId: number
  view: SongRequestsView
  own: readonly SongRequest[]
}

/** The request that is being written, and its sending, which waits out the station's pause. */
export function useSongRequestForm({ viewerId, view, own }: SongRequestFormOptions) {
  const [draft, write] = useDraft(requestDraft, String(viewerId))
  const [errors, setErrors] = useState<FormErrors<RequestDraft>>({})
  const [refusals, setRefusals] = useState(0)
  const [pauseSeconds, wait] = useSendPause(own)
  const command = useCommand(orderWords)
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
    readOnly: command.busy,
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      write({ ...draft, [name]: event.target.value })
      setErrors({})
    },
  })
  const suggestions = useSongSuggestions(draft.songTitle)
  const writeTitle = (event: ChangeEvent<HTMLInputElement>) => {
    const songTitle = event.target.value
    const chosen = isChosen(event) ? suggestions.find(({ title }) => title === songTitle) : undefined
    write({ ...draft, songTitle, artist: draft.artist || (chosen?.artist ?? '') })
    setErrors({})
  }
  const state = { draft, errors, command, pauseSeconds, isFull, suggestions }
  return { ...state, ref: formRef, field, writeTitle, submit }
}

/** Whether a suggestion was taken: typing has other types of input (Input Events Level 2), and Safari gives none. */
function isChosen({ nativeEvent }: ChangeEvent): boolean {
  const { inputType } = nativeEvent as InputEvent
  return !inputType || inputType === 'insertReplacementText'
}
