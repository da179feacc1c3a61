import { z } from 'zod/mini'
import { storedValue } from '../../lib/stored.ts'
import type { DraftKeeper } from '../../lib/use-draft.ts'

/** Draft of a chat message, kept in this tab: another page or a reload loses nothing. */
export const chatDraft: DraftKeeper<string> = {
  blank: '',
  of: (owner) => storedValue('chat-draft', z.string(), { part: owner }),
}
