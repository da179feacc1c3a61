import {
  MAX_PLAYLIST_NAME_LENGTH,
  MAX_PLAYLIST_WEIGHT,
  type Playlist,
} from '@carillon/contract/library/playlists'
import { Plus, Trash2 } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useFocusOnRefusal } from '../../../lib/use-focus-on-refusal.ts'
import { useGone } from '../../../lib/use-gone.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select, TextInput } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { DAYS, type HoursLine, hoursOf, linesOf } from './hours.ts'
import { usePlaylistChanges } from './use-playlists.ts'

export type EditPlaylistProps = { playlist: Playlist | null; onClose(): void }

/** Name, weight and hours of a playlist; of a new one where there is none yet. */
export function EditPlaylist({ playlist, onClose }: EditPlaylistProps) {
  const { save } = usePlaylistChanges()
  const [name, setName] = useState(playlist?.name ?? '')
  const [weight, setWeight] = useState(playlist?.weight ?? 1)
  const [lines, setLines] = useState<readonly HoursLine[]>(linesOf(playlist?.hours ?? []))
  const { busy, problem, run } = useCommand(wordsOf)
  const [refusals, setRefusals] = useState(0)
  const gone = useGone()
  const ref = useRef<HTMLFormElement>(null)
  useFocusOnRefusal(ref, refusals)
  const submit = async () => {
    if (lines.some(({ from, to }) => !from || !to)) return setRefusals(refusals + 1)
    const body = { name, weight, hours: hoursOf(lines) }
    const givenUp = gone()
    const isSaved = await run(() => save(playlist?.id ?? null, body, givenUp))
    if (isSaved && !givenUp.aborted) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={playlist ? 'Edit playlist' : 'New playlist'}>
      <form
        ref={ref}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field label="Name">
          <TextInput
            value={name}
            maxLength={MAX_PLAYLIST_NAME_LENGTH}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="Weight" hint="A playlist of weight 4 is chosen twice as often as one of weight 2.">
          <Select value={weight} onChange={(event) => setWeight(Number(event.target.value))}>
            {Array.from({ length: MAX_PLAYLIST_WEIGHT + 1 }, (_, each) => each).map((each) => (
              <option key={each} value={each}>
                {each === 0 ? '0, never chosen' : each}
              </option>
            ))}
          </Select>
        </Field>
        <HoursField lines={lines} isChecked={refusals > 0} onChange={setLines} />
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} busyLabel="Saving…">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function wordsOf(error: unknown): string {
  const [words] = error instanceof ApiError ? Object.values(error.fields) : []
  return words ?? messageOf(error, "Couldn't save the playlist.")
}

type HoursFieldProps = {
  lines: readonly HoursLine[]
  /** Whether empty times are wrong by now. */
  isChecked: boolean
  onChange(lines: readonly HoursLine[]): void
}

function HoursField({ lines, isChecked, onChange }: HoursFieldProps) {
  const set = (id: number, part: Partial<HoursLine>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...part } : line)))
  const add = () => {
    const id = Math.max(0, ...lines.map((line) => line.id)) + 1
    onChange([...lines, { id, days: 'all', from: '06:00', to: '10:00' }])
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Hours</legend>
      {lines.length === 0 && <p className="text-sm text-text-muted">It plays at any time.</p>}
      {lines.map((line, at) => (
        <HoursRow
          key={line.id}
          line={line}
          name={`Hours ${at + 1}`}
          isChecked={isChecked}
          onChange={(part) => set(line.id, part)}
          onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
        />
      ))}
      <Button size="sm" variant="ghost" className="justify-self-start" onClick={add}>
        <Plus aria-hidden="true" className="size-4.5" />
        Add hours
      </Button>
    </fieldset>
  )
}

type HoursRowProps = {
  line: HoursLine
  name: string
  isChecked: boolean
  onChange(part: Partial<HoursLine>): void
  onRemove(): void
}

function HoursRow({ line, name, isChecked, onChange, onRemove }: HoursRowProps) {
  const errorId = useId()
  const time = (part: 'from' | 'to') => ({
    type: 'time',
    value: line[part],
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [part]: event.target.value }),
    ...(isChecked && !line[part] && { 'aria-invalid': true, 'aria-describedby': errorId }),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2">
      <div className="col-span-3">
        <Select
          aria-label={`${name}, days`}
          value={line.days}
          onChange={(event) => onChange({ days: event.target.value })}
        >
          {DAYS.map(({ id, name: words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </Select>
      </div>
      <TextInput aria-label={`${name}, from`} {...time('from')} />
      <TextInput aria-label={`${name}, until`} {...time('to')} />
      <IconButton label={`Remove ${name}`} icon={<Trash2 className="size-4.5" />} onClick={onRemove} />
      {isChecked && !(line.from && line.to) && (
        <p id={errorId} className="col-span-3 text-sm font-medium text-danger">
          Please enter both times
        </p>
      )}
    </div>
  )
}
