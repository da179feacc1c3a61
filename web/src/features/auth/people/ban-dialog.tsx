import { REMOVED_WITH_BAN, type User } from '@carillon/contract/auth/schemas'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import {
  type BanTerm,
  type BanUnit,
  endOf,
  MAX_BAN_AMOUNT,
  type TermChoice,
  termOf,
  untilWords,
} from './ban-term.ts'
import { Problem } from './problem.tsx'

const MAX_REASON_LENGTH = 500
const TERMS = [
  { value: 'day', label: '1 day' },
  { value: 'week', label: '1 week' },
  { value: 'month', label: '30 days' },
  { value: 'permanent', label: 'Permanently' },
  { value: 'other', label: 'Other' },
] as const satisfies readonly { value: TermChoice; label: string }[]

/** What is asked for. */
export type BanOrder = { term: BanTerm; reason: string; removesMessages: boolean }

export type BanDialogProps = {
  person: Pick<User, 'name' | 'firstname'>
  /** Rejects with the reason of a refusal. */
  onConfirm(order: BanOrder): Promise<void>
  onClose(): void
}

/** For how long and why; and what happens then. */
export function BanDialog({ person, onConfirm, onClose }: BanDialogProps) {
  const [choice, setChoice] = useState<TermChoice>('week')
  const [amount, setAmount] = useState('2')
  const [unit, setUnit] = useState<BanUnit>('WEEKS')
  const [reason, setReason] = useState('')
  const [removesMessages, setRemovesMessages] = useState(false)
  const reasonRef = useRef<HTMLDivElement>(null)
  const [isRefused, setIsRefused] = useState(false)
  const term = termOf(choice, amount, unit)
  const command = useCommand((error) => messageOf(error, 'The ban could not be set. Please try again.'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsRefused(!term)
    if (term) void command.run(() => onConfirm({ term, reason: reason.trim(), removesMessages }))
  }
  return (
    <Dialog open onClose={onClose} title={`Ban ${person.name}`} focusRef={reasonRef}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <RadioCards
          legend="For how long"
          options={TERMS}
          value={choice}
          onChange={(chosen: TermChoice) => setChoice(chosen)}
          className="grid-cols-2 xs:grid-cols-3"
        />
        {choice === 'other' && (
          <OtherTerm
            amount={amount}
            unit={unit}
            error={isRefused && !term ? `Enter a whole number from 1 to ${MAX_BAN_AMOUNT}` : null}
            onAmount={setAmount}
            onUnit={setUnit}
          />
        )}
        <div ref={reasonRef}>
          <Field label="Reason" optional hint={`${person.firstname} reads it when signing in`}>
            <TextArea
              value={reason}
              maxLength={MAX_REASON_LENGTH}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </div>
        <Checkbox
          label="Also remove their messages"
          hint={`Everything ${person.firstname} wrote in the chat in the last ${REMOVED_WITH_BAN.hours} hours`}
          checked={removesMessages}
          onChange={(event) => setRemovesMessages(event.target.checked)}
        />
        <p className="text-sm text-text-muted">
          {person.firstname} is signed out everywhere immediately and can’t sign in {lengthWords(term)}.
          Listening without an account stays possible.
        </p>
        <Problem words={command.problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={command.busy}>
            Ban {person.firstname}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function lengthWords(term: BanTerm | undefined): string {
  if (!term) return 'for as long as you choose'
  const end = endOf(term, new Date())
  return end ? untilWords(end) : 'again'
}

type OtherTermProps = {
  amount: string
  unit: BanUnit
  error: string | null
  onAmount(amount: string): void
  onUnit(unit: BanUnit): void
}

function OtherTerm({ amount, unit, error, onAmount, onUnit }: OtherTermProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="How many" error={error}>
        <TextInput inputMode="numeric" value={amount} onChange={(event) => onAmount(event.target.value)} />
      </Field>
      <Field label="Of what">
        <Select value={unit} onChange={(event) => onUnit(event.target.value as BanUnit)}>
          <option value="DAYS">Days</option>
          <option value="WEEKS">Weeks</option>
          <option value="YEARS">Years</option>
        </Select>
      </Field>
    </div>
  )
}
