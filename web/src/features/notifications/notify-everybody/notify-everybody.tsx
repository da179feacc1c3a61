import { sendTestNotification } from '@carillon/contract/notifications/endpoints'
import {
  byHandSchema,
  MAX_NOTIFICATION_LENGTH,
  TEST_NOTIFICATION_PAUSE_SECONDS,
} from '@carillon/contract/notifications/schemas'
import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useCountdown } from '../../../lib/use-countdown.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useCall } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ChoiceChips } from '../../../ui/choice-chips.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { FormFoot } from '../../../ui/form-foot.tsx'
import { toast } from '../../../ui/toast.ts'
import { LABELS } from '../notification-labels.ts'

/** Types that one sends by hand; the others come from events. */
const KINDS = ['GENERAL', 'INFO', 'REMINDER', 'ALERT'] as const
type Kind = (typeof KINDS)[number]

/** A notification by hand to everybody, once a minute. `people` have an account; undefined while nobody knows how many. */
export function NotifyEverybody({ people }: { people: number | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const [waitSeconds, wait] = useCountdown()
  const headingId = useId()
  return (
    <Card aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId}>Notify everyone</h2>
      <p className="text-sm text-text-muted">A notification in every inbox, right away.</p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          size="sm"
          variant="outline"
          aria-haspopup="dialog"
          aria-disabled={waitSeconds > 0}
          icon={<Send aria-hidden="true" className="size-4" />}
          onClick={() => setIsOpen(true)}
        >
          Send a notification…
        </Button>
        {waitSeconds > 0 && (
          <span className="text-sm text-text-muted tabular-nums">again in {waitSeconds} s</span>
        )}
      </div>
      {isOpen && (
        <NotifyDialog
          people={people}
          waitSeconds={waitSeconds}
          onWait={wait}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Card>
  )
}

type NotifyValues = { message: string; type: Kind }

type NotifyDialogProps = {
  people: number | undefined
  waitSeconds: number
  onWait(seconds: number): void
  onClose(): void
}

function NotifyDialog({ people, waitSeconds, onWait, onClose }: NotifyDialogProps) {
  const call = useCall()
  const command = useCommand((failure) => messageOf(failure, 'This could not be sent. Please try again.'))
  const send = async (query: NotifyValues, givenUp: AbortSignal) => {
    try {
      await call(sendTestNotification, { query, givenUp })
    } catch (failure) {
      if (failure instanceof ApiError && failure.retryAfterSeconds) onWait(failure.retryAfterSeconds)
      throw failure
    }
    onWait(TEST_NOTIFICATION_PAUSE_SECONDS)
    toast('Everyone has been notified', { tone: 'success' })
    if (!givenUp.aborted) onClose()
  }
  const form = useForm<NotifyValues>({
    initial: { message: '', type: 'GENERAL' },
    errorsOf: (values) => {
      const problem = byHandSchema.safeParse(values).error?.issues[0]?.message
      return problem ? { message: problem } : {}
    },
    onSubmit: async (values, givenUp) => {
      if (waitSeconds === 0) await command.run(() => send(values, givenUp))
      return undefined
    },
    checksAt: 'submit',
  })
  const { message, type } = form.values
  return (
    <Dialog open onClose={onClose} title="Notify everyone" focusRef={form.ref}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5">
        <p className="-mt-2 text-sm text-text-muted">{reachWords(people)}</p>
        <Field
          label="Message"
          error={form.errors.message}
          hint={`${message.trim().length} of ${MAX_NOTIFICATION_LENGTH} characters`}
        >
          <TextArea rows={3} {...form.text('message')} />
        </Field>
        <ChoiceChips
          legend="Kind"
          choices={KINDS.map((value) => ({ value, label: LABELS[value] }))}
          value={type}
          onChange={(chosen) => chosen && form.set('type', chosen)}
        />
        <FormFoot
          problem={command.problem}
          submitLabel={waitSeconds > 0 ? `Again in ${waitSeconds} s` : 'Send to everyone'}
          busy={form.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

/** Consequences: whom it reaches, and that nobody can take it back. */
function reachWords(people: number | undefined): string {
  const everyone = people === undefined ? 'Everyone with an account' : countWords(people)
  return `${everyone} gets it in their inbox immediately. You can’t undo this. People who turned system updates off won’t get it.`
}

function countWords(people: number): string {
  return people === 1
    ? 'The one person with an account'
    : `Each of the ${people.toLocaleString('en-US')} people with an account`
}
