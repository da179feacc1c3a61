import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { HOUR_MS } from '@carillon/contract/durations'
import { useEffect, useState } from 'react'
import { stationClock } from '../../../../lib/station-clock.ts'
import { useStore } from '../../../../lib/store.ts'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { Field, Select, TextArea, TextInput } from '../../../../ui/field.tsx'
import { RecordingSwitch } from '../../../../ui/recording-switch.tsx'
import { useDj } from '../dj-context.tsx'
import { chooseDueSlot, type ShowDraft, showDraft, slotTime } from '../show-draft.ts'
import type { OnAirPanels } from './on-air-dashboard.tsx'

export const SHOW_TITLE_ID = 'show-title'
const LENGTHS = [
  [HOUR_MS / 2, '30 minutes'],
  [HOUR_MS, '1 hour'],
  [2 * HOUR_MS, '2 hours'],
  [3 * HOUR_MS, '3 hours'],
  [4 * HOUR_MS, '4 hours'],
] as const

type ShowCardProps = { userId: number; error: string | null; room: Pick<OnAirPanels, 'Visibility'> }

/** Title, description, time and recording of the show that a DJ is about to start. */
export function ShowCard({ userId, error, room }: ShowCardProps) {
  const draft = useStore(showDraft)
  const slots = useOwnSlots(userId)
  const change = (part: Partial<ShowDraft>) => showDraft.set({ ...draft, ...part })
  return (
    <Card aria-labelledby="the-show" className="@container desk:p-4">
      <CardHead id="the-show" title="The show" />
      <div className="grid gap-4 desk:gap-3">
        <Field label="Title" id={SHOW_TITLE_ID} error={error}>
          <TextInput
            value={draft.title}
            maxLength={255}
            autoComplete="off"
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
        <Field label="Description" optional>
          <TextArea
            rows={2}
            maxLength={2000}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <WhenFields draft={draft} slots={slots} onChange={change} />
        {draft.slotId === null ? (
          <RecordingSwitch
            isPublic={draft.isRecordingPublic}
            onChange={(isRecordingPublic) => change({ isRecordingPublic })}
          />
        ) : (
          <room.Visibility broadcastId={draft.slotId} />
        )}
      </div>
    </Card>
  )
}

type WhenFieldsProps = {
  draft: ShowDraft
  slots: readonly Broadcast[]
  onChange(part: Partial<ShowDraft>): void
}

/** A slot of the schedule, or now and for how long. */
function WhenFields({ draft, slots, onChange }: WhenFieldsProps) {
  const chooseSlot = (value: string) => {
    const slot = slots.find(({ id }) => id === Number(value))
    const { title, description } = slot ?? draft
    onChange({ slotId: slot?.id ?? null, title, description, hasChosenWhen: true })
  }
  return (
    <div className="grid gap-4 @xs:grid-cols-2 desk:gap-3">
      <Field label="When">
        <Select value={draft.slotId ?? ''} onChange={(event) => chooseSlot(event.target.value)}>
          <option value="">Start now</option>
          {slots.map((slot) => (
            <option key={slot.id} value={slot.id}>
              {slotTime(slot)} · {slot.title}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Length">
        <Select
          value={draft.lengthMs}
          disabled={draft.slotId !== null}
          onChange={(event) => onChange({ lengthMs: Number(event.target.value) })}
        >
          {LENGTHS.map(([ms, label]) => (
            <option key={ms} value={ms}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** The DJ's own shows of the schedule that have not been on air. A schedule that cannot be read offers none. */
function useOwnSlots(userId: number): readonly Broadcast[] {
  const engine = useDj()
  const [slots, setSlots] = useState<readonly Broadcast[]>([])
  useEffect(() => {
    let isLeft = false
    engine.draft.upcoming().then(
      (upcoming) => {
        if (isLeft) return
        const own = upcoming.filter((slot) => isOwnSlot(slot, userId))
        setSlots(own)
        chooseDueSlot(own, stationClock.now())
      },
      (cause) => console.error('The schedule could not be read', cause),
    )
    return () => {
      isLeft = true
    }
  }, [engine, userId])
  return slots
}

function isOwnSlot({ createdBy, status }: Broadcast, userId: number): boolean {
  return createdBy.id === userId && status === 'SCHEDULED'
}
