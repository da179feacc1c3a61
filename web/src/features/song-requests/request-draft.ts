import { songRequestBodySchema } from '@carillon/contract/song-requests/schemas'
import { createPageDraft } from '../../lib/use-draft.ts'
import type { FormErrors } from '../../lib/use-form.ts'

/** A song request as it is being written. */
export type RequestDraft = { songTitle: string; artist: string; message: string }

export const BLANK_REQUEST: RequestDraft = { songTitle: '', artist: '', message: '' }

/** Draft of the viewer's next request. */
export const requestDraft = createPageDraft(BLANK_REQUEST)

/** Trims a draft into the body to send. */
export function trimmed({ songTitle, artist, message }: RequestDraft): RequestDraft {
  return { songTitle: songTitle.trim(), artist: artist.trim(), message: message.trim() }
}

/** Words by field; empty when all is well. */
export function errorsOfRequest(draft: RequestDraft): FormErrors<RequestDraft> {
  const parsed = songRequestBodySchema.safeParse(draft)
  if (parsed.success) return {}
  const errors: FormErrors<RequestDraft> = {}
  for (const { path, message } of parsed.error.issues) {
    const field = path[0] as keyof RequestDraft
    errors[field] ??= message
  }
  return errors
}
