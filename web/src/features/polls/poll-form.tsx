import { Plus } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useOwnDraft } from '../../lib/own-draft.ts'
import { useCommand } from '../../lib/use-command.ts'
import { useFocusOnRefusal } from '../../lib/use-focus-on-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { AnswerRow } from './answer-row.tsx'
import { orderWords } from './order-words.ts'
import {
  blankAnswer,
  blankDraft,
  canAdd,
  canRemove,
  checkedDraft,
  type DraftErrors,
  type PollDraft,
  pollDraft,
  withMoved,
} from './poll-draft.ts'
import type { PollsView } from './use-polls.ts'

const NO_ERRORS: DraftErrors = { byKey: {} }

type PollFormProps = {
  broadcastId: number
  viewerId: number
  view: PollsView
  onDone(): void
  onCancel(): void
}

/** A poll to write: a question, two to ten answers, shown now or kept for later. */
export function PollForm({ broadcastId, viewerId, view, onDone, onCancel }: PollFormProps) {
  const [draft, write] = useOwnDraft(pollDraft, viewerId)
  const [errors, setErrors] = useState(NO_ERRORS)
  const [refusals, setRefusals] = useState(0)
  const command = useCommand(orderWords)
  const formRef = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(formRef, refusals)
  const change = (next: PollDraft) => {
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(true)
  }
  return (
    <form
      ref={formRef}
      onSubmit={submit}
      noValidate
      aria-label="New poll"
      className="grid gap-4 border-b border-border pb-5"
    >
      <Field label="Question" error={errors.question}>
        <TextInput
          autoFocus
          value={draft.question}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change({ ...draft, question: event.target.value })}
        />
      </Field>
      <Answers draft={draft} errors={errors} onChange={change} />
      {command.problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {command.problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={command.busy}>
          Show now
        </Button>
        <Button variant="outline" size="sm" busy={command.busy} onClick={() => void save(false)}>
          Save draft
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type AnswersProps = { draft: PollDraft; errors: DraftErrors; onChange(draft: PollDraft): void }

function Answers({ draft, errors, onChange }: AnswersProps) {
  const [addedKey, setAddedKey] = useState<number | null>(null)
  const answersId = useId()
  const add = () => {
    const added = blankAnswer()
    setAddedKey(added.key)
    onChange({ ...draft, answers: [...draft.answers, added] })
  }
  return (
    <fieldset className="grid gap-2" aria-describedby={errors.answers && answersId}>
      <legend className="mb-1.5 text-sm font-semibold">Answers</legend>
      <ol className="grid gap-2">
        {draft.answers.map((answer, at) => (
          <AnswerRow
            key={answer.key}
            text={answer.text}
            place={at + 1}
            count={draft.answers.length}
            error={errors.byKey[answer.key]}
            canRemove={canRemove(draft)}
            autoFocus={answer.key === addedKey}
            onText={(text) => onChange({ ...draft, answers: draft.answers.with(at, { ...answer, text }) })}
            onMove={(by) => onChange(withMoved(draft, answer.key, by))}
            onRemove={() => onChange({ ...draft, answers: draft.answers.toSpliced(at, 1) })}
            onEnter={() => canAdd(draft) && add()}
          />
        ))}
      </ol>
      {errors.answers && (
        <p id={answersId} role="alert" className="text-sm font-medium text-danger">
          {errors.answers}
        </p>
      )}
      {canAdd(draft) && (
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus className="size-4.5" />}
          className="justify-self-start"
          onClick={add}
        >
          Add answer
        </Button>
      )}
    </fieldset>
  )
}
