import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { AnswerRow } from './answer-row.tsx'
import { blankAnswer, canAdd, canRemove, type DraftErrors, type PollDraft, withMoved } from './poll-draft.ts'
import { type PollFormOptions, usePollForm } from './use-poll-form.ts'

type PollFormProps = PollFormOptions & { onCancel(): void }

/** A poll to write: a question, two to ten answers, shown now or kept for later. */
export function PollForm({ onCancel, ...props }: PollFormProps) {
  const { draft, errors, command, formRef, change, save } = usePollForm(props)
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
