import { REMOVED_WITH_BAN, type User } from '@carillon/contract/auth/schemas'
import { useRef } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { type Form, useForm } from '../../../lib/use-form.ts'
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

const NO_TERM = `Enter a whole number from 1 to ${MAX_BAN_AMOUNT}`

type BanForm = { choice: TermChoice; amount: string; unit: BanUnit; reason: string; removesMessages: boolean }

/** Choices of a ban: its term, its reason, and the fate of the messages. */
export type BanOrder = { term: BanTerm; reason: string; removesMessages: boolean }

export type BanDialogProps = {
  person: Pick<User, 'name' | 'firstname'>
  /** Rejects with the reason of a refusal. */
  onConfirm(order: BanOrder, givenUp: AbortSignal): Promise<void>
  onClose(): void
}

/** Asks for how long somebody is banned and why, and tells the consequences. */
export function BanDialog({ person, onConfirm, onClose }: BanDialogProps) {
  const reasonRef = useRef<HTMLDivElement>(null)
  const command = useCommand((error) => messageOf(error, 'The ban could not be set. Please try again.'))
  const form = useForm<BanForm>({
    initial: { choice: 'week', amount: '2', unit: 'WEEKS', reason: '', removesMessages: false },
    errorsOf: (values) => (termIn(values) ? {} : { amount: NO_TERM }),
    onSubmit: async (values, givenUp) => {
      const term = termIn(values)
      const { reason, removesMessages } = values
      if (term) await command.run(() => onConfirm({ term, reason: reason.trim(), removesMessages }, givenUp))
      return undefined
    },
    checksAt: 'submit',
  })
  const { choice, removesMessages } = form.values
  const term = termIn(form.values)
  return (
    <Dialog open onClose={onClose} title={`Ban ${person.name}`} focusRef={reasonRef}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5">
        <RadioCards
          legend="For how long"
          options={TERMS}
          value={choice}
          onChange={(chosen: TermChoice) => form.set('choice', chosen)}
          className="grid-cols-2 xs:grid-cols-3"
        />
        {choice === 'other' && <OtherTerm form={form} isValid={term !== undefined} />}
        <div ref={reasonRef}>
          <Field label="Reason" optional hint={`${person.firstname} reads it when signing in`}>
            <TextArea {...form.text('reason')} maxLength={MAX_REASON_LENGTH} />
          </Field>
        </div>
        <Checkbox
          label="Also remove their messages"
          hint={`Everything ${person.firstname} wrote in the chat in the last ${REMOVED_WITH_BAN.hours} hours`}
          checked={removesMessages}
          onChange={(event) => form.set('removesMessages', event.target.checked)}
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

function termIn({ choice, amount, unit }: BanForm): BanTerm | undefined {
  return termOf(choice, amount, unit)
}

function lengthWords(term: BanTerm | undefined): string {
  if (!term) return 'for as long as you choose'
  const end = endOf(term, new Date(stationClock.now()))
  return end ? untilWords(end) : 'again'
}

/** `isValid`: an error goes as soon as the term is right. */
function OtherTerm({ form, isValid }: { form: Form<BanForm>; isValid: boolean }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="How many" error={isValid ? null : form.errors.amount}>
        <TextInput inputMode="numeric" {...form.text('amount')} />
      </Field>
      <Field label="Of what">
        <Select
          value={form.values.unit}
          onChange={(event) => form.set('unit', event.target.value as BanUnit)}
        >
          <option value="DAYS">Days</option>
          <option value="WEEKS">Weeks</option>
          <option value="YEARS">Years</option>
        </Select>
      </Field>
    </div>
  )
}
