import {
  MAX_JINGLE_EVERY,
  MAX_REPLAY_WEIGHT,
  MAX_REWIND_HOURS,
  type PlayoutChanges,
  type PlayoutSettings,
  playoutSettingsSchema,
} from '@carillon/contract/playout/settings'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useCommand } from '../../lib/use-command.ts'
import { type Form, type FormErrors, useForm } from '../../lib/use-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { toast } from '../../ui/toast.ts'

type Values = {
  replayWeight: string
  jingleEvery: string
  stationIdHourly: boolean
  artistGapMinutes: string
  trackGapMinutes: string
  rewindHours: string
}
type NumberName = Exclude<keyof Values, 'stationIdHourly'>

const FIELDS: Record<NumberName, { label: string; hint: string }> = {
  replayWeight: {
    label: 'Weight of replays',
    hint: `Beside your playlists, 0 to ${MAX_REPLAY_WEIGHT}. 0 plays none. A show is repeated once a week at most.`,
  },
  jingleEvery: {
    label: 'Tracks between jingles',
    hint: `0 to ${MAX_JINGLE_EVERY}. 0 plays no jingles.`,
  },
  artistGapMinutes: { label: 'Minutes before the same artist', hint: 'Up to 1,440, which is a day.' },
  trackGapMinutes: { label: 'Minutes before the same track', hint: 'Up to 10,080, which is a week.' },
  rewindHours: {
    label: 'Hours that listeners may go back',
    hint: `0 to ${MAX_REWIND_HOURS}. 0 lets nobody go back.`,
  },
}

type RulesDialogProps = {
  settings: PlayoutSettings
  onSet(changes: PlayoutChanges, givenUp: AbortSignal): Promise<void>
  onClose(): void
}

/** Rules by which the station chooses what plays between shows. Only those that were changed here are saved. */
export function RulesDialog({ settings, onSet, onClose }: RulesDialogProps) {
  const command = useCommand((failure) => messageOf(failure, 'This could not be saved. Please try again.'))
  // Somebody else may change them while the dialog is open.
  const [before] = useState(settings)
  const form = useForm<Values>({
    initial: {
      replayWeight: String(settings.replayWeight),
      jingleEvery: String(settings.jingleEvery),
      stationIdHourly: settings.stationIdHourly,
      artistGapMinutes: String(settings.artistGapMinutes),
      trackGapMinutes: String(settings.trackGapMinutes),
      rewindHours: String(settings.rewindHours),
    },
    errorsOf,
    async onSubmit(values, givenUp) {
      const isSaved = await command.run(() => onSet(changesOf(values, before), givenUp))
      if (!isSaved) return undefined
      toast('Rules saved', { tone: 'success' })
      if (!givenUp.aborted) onClose()
      return undefined
    },
  })
  return (
    <Dialog open onClose={onClose} title="Rules between shows" focusRef={form.ref}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-5">
        <NumberField form={form} name="replayWeight" />
        <NumberField form={form} name="jingleEvery" />
        <Checkbox
          label="A station ID at the beginning of each hour"
          checked={form.values.stationIdHourly}
          onChange={(event) => form.set('stationIdHourly', event.target.checked)}
        />
        <NumberField form={form} name="artistGapMinutes" />
        <NumberField form={form} name="trackGapMinutes" />
        <p className="text-sm text-text-muted">
          When no track keeps the rules, the one that breaks them least is played.
        </p>
        <NumberField form={form} name="rewindHours" />
        <FormFoot problem={command.problem} submitLabel="Save rules" busy={form.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function NumberField({ form, name }: { form: Form<Values>; name: NumberName }) {
  return (
    <Field {...FIELDS[name]} error={form.errors[name]}>
      <TextInput inputMode="numeric" autoComplete="off" {...form.text(name)} />
    </Field>
  )
}

function changesOf(values: Values, before: PlayoutSettings): PlayoutChanges {
  const names = Object.keys(values) as (keyof Values)[]
  const rules = numbersOf(values)
  const changed = names.filter((name) => rules[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, rules[name]]))
}

/** Text that is no whole number becomes NaN, which no setting is. */
function numbersOf({ stationIdHourly, ...texts }: Values) {
  const numbers = Object.entries(texts).map(([name, text]) => [
    name,
    /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN,
  ])
  return { stationIdHourly, ...(Object.fromEntries(numbers) as Record<NumberName, number>) }
}

function errorsOf(values: Values): FormErrors<Values> {
  const { error } = playoutSettingsSchema.safeParse({ betweenShows: 'ON', ...numbersOf(values) })
  const wrong = (error?.issues ?? []).map(({ path }) => [path[0], 'Enter a whole number in this range'])
  return Object.fromEntries(wrong)
}
