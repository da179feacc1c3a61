import { useRef, useState } from 'react'
import { useCommand } from '../../lib/use-command.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useFocusOnRefusal } from '../../lib/use-focus-on-refusal.ts'
import { orderWords } from './order-words.ts'
import { blankDraft, checkedDraft, type DraftErrors, type PollDraft, pollDraft } from './poll-draft.ts'
import type { PollsView } from './use-polls.ts'

export type PollFormOptions = { broadcastId: number; viewerId: number; view: PollsView; onDone(): void }

const NO_ERRORS: DraftErrors = { byKey: {} }

/** The poll that is being written, what is wrong with it, and its saving; a refused one gets the focus back. */
export function usePollForm({ broadcastId, viewerId, view, onDone }: PollFormOptions) {
  const [draft, write] = useDraft(pollDraft, String(viewerId))
  const [errors, setErrors] = useState(NO_ERRORS)
  const [refusals, setRefusals] = useState(0)
  const command = useCommand(orderWords)
  const formRef = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(formRef, refusals)
  const change = (next: PollDraft) => {
    // What is being sent stays as it is.
    if (command.busy) return
    write(next)
    setErrors(NO_ERRORS)
  }
  const save = async (showsNow: boolean) => {
    const checked = checkedDraft(draft, broadcastId)
    setErrors(checked.ok ? NO_ERRORS : checked.errors)
    if (!checked.ok) return setRefusals(refusals + 1)
    const { question, options } = checked
    const isSaved = await command.run(async () => {
      const created = await view.calls.create({ broadcastId, question, options })
      view.take(created)
      // From here on the text is safe as a draft, even if it cannot be shown.
      write(blankDraft())
      if (showsNow) view.take(await view.calls.show(created.id))
    })
    if (isSaved) onDone()
  }
  return { draft, errors, command, formRef, change, save }
}
