import { rejectBodySchema } from '@carillon/contract/announcements/schemas'
import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useFocusOnRefusal } from '../../../lib/use-focus-on-refusal.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { FormFoot } from '../../../ui/form-foot.tsx'

const MAX_REASON_LENGTH = 500

export type RejectDialogProps = {
  title: string
  authorName: string
  /** Rejects with the reason of a refusal; the dialog and the words stay then. */
  onReject(reason: string): Promise<unknown>
  onClose(): void
}

/** Why an announcement goes back to its author. */
export function RejectDialog({ title, authorName, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const [refusals, setRefusals] = useState(0)
  const formRef = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(formRef, refusals)
  const command = useCommand((failure) => messageOf(failure, 'This could not be rejected. Please try again.'))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = rejectBodySchema.safeParse({ rejectionReason: reason })
    setError(parsed.error?.issues[0]?.message ?? '')
    if (!parsed.success) return setRefusals(refusals + 1)
    await command.run(() => onReject(parsed.data.rejectionReason))
  }
  return (
    <Dialog open onClose={onClose} title="Reject" focusRef={formRef}>
      <form ref={formRef} noValidate onSubmit={submit} className="grid gap-5">
        <p className="-mt-2 text-sm text-text-muted wrap-anywhere">
          “{title}” goes back to {authorName}, who reads your reason and may mend it.
        </p>
        <Field
          label="Reason"
          error={error}
          hint={`${reason.trim().length} of ${MAX_REASON_LENGTH} characters`}
        >
          <TextArea rows={4} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <FormFoot
          problem={command.problem}
          submitLabel="Reject"
          variant="danger"
          busy={command.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
