import { rejectBodySchema } from '@carillon/contract/announcements/schemas'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { FormFoot } from '../../../ui/form-foot.tsx'

const MAX_REASON_LENGTH = 500

export type RejectDialogProps = {
  title: string
  authorName: string
  /** Rejects with the reason of a refusal; the dialog and the words stay then. */
  onReject(reason: string, givenUp: AbortSignal): Promise<unknown>
  onClose(): void
}

/** Why an announcement goes back to its author. */
export function RejectDialog({ title, authorName, onReject, onClose }: RejectDialogProps) {
  const command = useCommand((failure) => messageOf(failure, 'This could not be rejected. Please try again.'))
  const form = useForm({
    initial: { rejectionReason: '' },
    errorsOf: (values) => {
      const message = rejectBodySchema.safeParse(values).error?.issues[0]?.message
      return message ? { rejectionReason: message } : {}
    },
    onSubmit: async (values, givenUp) => {
      await command.run(() => onReject(rejectBodySchema.parse(values).rejectionReason, givenUp))
      return undefined
    },
    checksAt: 'submit',
  })
  const { rejectionReason } = form.values
  return (
    <Dialog open onClose={onClose} title="Reject" focusRef={form.ref}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5">
        <p className="-mt-2 text-sm text-text-muted wrap-anywhere">
          “{title}” goes back to {authorName}, who will see your reason and can revise it.
        </p>
        <Field
          label="Reason"
          error={form.errors.rejectionReason}
          hint={`${rejectionReason.trim().length} of ${MAX_REASON_LENGTH} characters`}
        >
          <TextArea rows={4} {...form.text('rejectionReason')} />
        </Field>
        <FormFoot
          problem={command.problem}
          submitLabel="Reject"
          variant="danger"
          busy={form.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
