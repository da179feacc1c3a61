import { createPageDraft } from '../../lib/use-draft.ts'

/** Message to the other end of a line that is not sent yet. */
export const lineDraft = createPageDraft('')

/** Whose draft it is, and of which show. */
export function lineOwner(broadcastId: number, viewerId: number): string {
  return `${broadcastId}.${viewerId}`
}
