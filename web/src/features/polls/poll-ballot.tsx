import type { Poll } from '@carillon/contract/polls/schemas'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'

type PollBallotProps = {
  poll: Poll
  busy: boolean
  problem: string | null
  onVote(optionId: number): void
}

/** The answers to choose from, and the button that votes: once, and finally. */
export function PollBallot({ poll, busy, problem, onVote }: PollBallotProps) {
  const name = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const vote = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== null) onVote(chosen)
  }
  return (
    <form onSubmit={vote} className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="sr-only">{poll.question}</legend>
        {poll.options.map((option) => (
          <label key={option.id} className={CHOICE}>
            <input
              type="radio"
              name={name}
              checked={option.id === chosen}
              onChange={() => setChosen(option.id)}
              className="size-4.5 shrink-0 accent-primary"
            />
            <span className="min-w-0 break-words">{option.text}</span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          busy={busy}
          aria-disabled={chosen === null || undefined}
          aria-describedby={`${name}-hint`}
          className="max-sm:flex-1"
        >
          Vote
        </Button>
        <p id={`${name}-hint`} className="text-sm text-text-muted">
          {chosen === null ? 'Choose an answer' : 'One vote, and it’s final'}
        </p>
      </div>
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}

const CHOICE =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-input border border-border-strong bg-surface px-3.5 py-2 transition-colors duration-120 ' +
  'hover:bg-surface-2 has-checked:border-primary has-checked:bg-primary-soft has-checked:ring-1 has-checked:ring-primary ' +
  'forced-colors:has-checked:outline-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
