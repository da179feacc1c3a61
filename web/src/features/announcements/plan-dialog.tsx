import type { FormEvent } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { stationClock } from '../../lib/station-clock.ts'
import { TIMES_IN_ZONE } from '../../lib/station-zone.ts'
import { useCommand } from '../../lib/use-command.ts'
import { useForm } from '../../lib/use-form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DateTimeInput, Field } from '../../ui/field.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import type { PlanBody } from './announcement-calls.ts'
import { meaningOf, type PlanErrors, type PlanValues, planBody, planErrors } from './plan.ts'

export type PlanDialogProps = {
  title: string
  initial: PlanValues
  /** Rejects with the reason of a refusal; the dialog stays then. */
  onPlan(plan: PlanBody, givenUp: AbortSignal): Promise<unknown>
  onClose(): void
}

/** When an announcement is published, and when it is put away, if ever: in the station's zone, wherever the browser is. */
export function PlanDialog({ title, initial, onPlan, onClose }: PlanDialogProps) {
  const command = useCommand((error) => messageOf(error, 'This could not be scheduled. Please try again.'))
  const now = stationClock.now()
  const form = useForm({
    initial,
    errorsOf: (values) => planErrors(values, stationClock.now()),
    onSubmit: async (values, givenUp) => {
      let refused: PlanErrors = {}
      await command.run(async () => {
        try {
          await onPlan(planBody(values), givenUp)
        } catch (error) {
          if (error instanceof ApiError) refused = error.fields
          throw error
        }
      })
      return refused
    },
    checksAt: 'submit',
  })
  const { values, errors } = form
  const submit = (event: FormEvent) => {
    // Its form may stand within another one, in React's tree.
    event.stopPropagation()
    void form.submit(event)
  }
  return (
    <Dialog open onClose={onClose} title="Schedule" focusRef={form.ref}>
      <form ref={form.ref} noValidate onSubmit={submit} className="grid gap-5">
        <p className="-mt-2 text-sm text-text-muted wrap-anywhere">
          “{title}” will be published automatically at this time. {TIMES_IN_ZONE}.
        </p>
        <Field label="Publish at" error={errors.scheduledFor} hint={meaningOf(values.scheduledFor, now)}>
          <DateTimeInput {...form.text('scheduledFor')} />
        </Field>
        <Field
          label="Expires at"
          optional
          error={errors.expiresAt}
          hint={meaningOf(values.expiresAt, now) || 'It is archived automatically at this time'}
        >
          <DateTimeInput {...form.text('expiresAt')} />
        </Field>
        <FormFoot problem={command.problem} submitLabel="Schedule" busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
