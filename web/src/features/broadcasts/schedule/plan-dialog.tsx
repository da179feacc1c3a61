import { scheduleBroadcast, updateBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { TIMES_IN_ZONE } from '../../../lib/station-zone.ts'
import { type FormErrors, useForm } from '../../../lib/use-form.ts'
import { useCall } from '../../../session/session.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DateTimeInput, Field, TextArea, TextInput } from '../../../ui/field.tsx'
import { FormFoot } from '../../../ui/form-foot.tsx'
import { RecordingSwitch } from '../../../ui/recording-switch.tsx'
import { toast } from '../../../ui/toast.ts'
import type { AgendaItem } from './agenda.ts'
import { endAfterMove, errorsOf, overlapsOf, overlapWords, type ShowValues, valuesOf } from './show-form.ts'

type PlanDialogProps = {
  /** Null plans a new one. */
  item: AgendaItem | null
  items: readonly AgendaItem[]
  onClose(): void
  onChanged(): void
}

/** Two of them stand side by side from 640 px. */
const TIME = 'min-w-0 sm:px-2.5 sm:text-sm'

/** The form in which a show is planned or changed; its times are in the station's zone, wherever the browser is. */
export function PlanDialog({ item, items, onClose, onChanged }: PlanDialogProps) {
  const form = useShowForm(item, (givenUp) => {
    onChanged()
    if (!givenUp.aborted) onClose()
  })
  const bodyRef = useRef<HTMLDivElement>(null)
  return (
    <Dialog open onClose={onClose} title={item ? 'Edit show' : 'Schedule a broadcast'} focusRef={bodyRef}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
        <div ref={bodyRef}>
          <Field label="Title" error={form.errors.title}>
            <TextInput {...form.text('title')} maxLength={255} />
          </Field>
        </div>
        <Times form={form} isLive={item?.status === 'LIVE'} />
        <Overlaps found={overlapsOf(form.values, items, item?.id ?? null)} />
        <Field label="Description" optional error={form.errors.description}>
          <TextArea
            name="description"
            value={form.values.description}
            readOnly={form.busy}
            onChange={(event) => form.set('description', event.target.value)}
            rows={4}
          />
        </Field>
        {!item && (
          <RecordingSwitch
            isPublic={form.values.isRecordingPublic}
            aria-disabled={form.busy}
            onChange={(isPublic) => form.set('isRecordingPublic', isPublic)}
          />
        )}
        <FormFoot
          problem={form.failure}
          submitLabel={item ? 'Save changes' : 'Schedule it'}
          busy={form.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function Times({ form, isLive }: { form: ReturnType<typeof useShowForm>; isLive: boolean }) {
  const moveStart = (scheduledStart: string) =>
    form.reset({
      ...form.values,
      scheduledStart,
      scheduledEnd: endAfterMove(form.values, scheduledStart),
    })
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Starts" error={form.errors.scheduledStart}>
          <DateTimeInput
            {...form.text('scheduledStart')}
            className={TIME}
            readOnly={isLive || form.busy}
            onChange={(event) => moveStart(event.target.value)}
          />
        </Field>
        <Field label="Ends" error={form.errors.scheduledEnd}>
          <DateTimeInput {...form.text('scheduledEnd')} className={TIME} min={form.values.scheduledStart} />
        </Field>
      </div>
      <p className="-mt-2 text-sm text-text-muted">
        {TIMES_IN_ZONE}
        {isLive && ' ·\u00a0on air: its start cannot change'}
      </p>
    </>
  )
}

/** Warns and does not forbid: two shows may be planned at once, only one can be on air. */
function Overlaps({ found }: { found: AgendaItem[] }) {
  return (
    <div role="status" className="empty:hidden">
      {found.length > 0 && (
        <Banner tone="warning" className="[&>svg]:self-start">
          <p>At the same time as:</p>
          <ul className="wrap-anywhere">
            {found.slice(0, 3).map((item) => (
              <li key={item.id}>{overlapWords(item)}</li>
            ))}
            {found.length > 3 && <li>and {found.length - 3} more</li>}
          </ul>
          <p>Only one show can be on air.</p>
        </Banner>
      )}
    </div>
  )
}

function useShowForm(item: AgendaItem | null, onSaved: (givenUp: AbortSignal) => void) {
  const call = useCall()
  const [failure, setFailure] = useState<string | null>(null)
  const [initial] = useState(() => valuesOf(item, new Date(stationClock.now())))
  const form = useForm<ShowValues>({
    initial,
    errorsOf: (values) => errorsOf(values, item && initial, new Date(stationClock.now())),
    async onSubmit(values, givenUp) {
      setFailure(null)
      try {
        const params = item && { id: item.id }
        if (params) await call(updateBroadcast, { params, body: changeOf(initial, values), givenUp })
        else await call(scheduleBroadcast, { body: values, givenUp })
        toast(item ? 'The show was changed' : `${values.title.trim()} is on the schedule`, {
          tone: 'success',
        })
        onSaved(givenUp)
      } catch (error) {
        const given = fieldsOf(error)
        if (Object.keys(given).length > 0) return given
        setFailure(messageOf(error, 'The show could not be saved.'))
      }
    },
  })
  return { ...form, failure }
}

/** Only what differs: a time that stays is not sent, so that nothing can be wrong with it. */
function changeOf(was: ShowValues, values: ShowValues): Partial<ShowValues> {
  const names = Object.keys(values) as (keyof ShowValues)[]
  return Object.fromEntries(
    names.filter((name) => values[name] !== was[name]).map((name) => [name, values[name]]),
  )
}

/** Errors of a refusal, for the fields that this form has. */
function fieldsOf(error: unknown): FormErrors<ShowValues> {
  const { title, description, scheduledStart, scheduledEnd } = error instanceof ApiError ? error.fields : {}
  const given = { title, description, scheduledStart, scheduledEnd }
  return Object.fromEntries(Object.entries(given).filter(([, words]) => words !== undefined))
}
