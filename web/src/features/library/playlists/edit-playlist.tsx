import {
  MAX_PLAYLIST_NAME_LENGTH,
  MAX_PLAYLIST_WEIGHT,
  type Playlist,
} from '@carillon/contract/library/playlists'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
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
  const submit = () =>
    run(() => save(playlist?.id ?? null, { name, weight, hours: hoursOf(lines) })).then(
      (isDone) => isDone && onClose(),
    )
  return (
    <Dialog open onClose={onClose} title={playlist ? 'Edit playlist' : 'New playlist'}>
      <form
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
        <HoursField lines={lines} onChange={setLines} />
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

type HoursFieldProps = { lines: readonly HoursLine[]; onChange(lines: readonly HoursLine[]): void }

function HoursField({ lines, onChange }: HoursFieldProps) {
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
  onChange(part: Partial<HoursLine>): void
  onRemove(): void
}

function HoursRow({ line, name, onChange, onRemove }: HoursRowProps) {
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
      <TextInput
        type="time"
        aria-label={`${name}, from`}
        value={line.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextInput
        type="time"
        aria-label={`${name}, until`}
        value={line.to}
        onChange={(event) => onChange({ to: event.target.value })}
      />
      <IconButton label={`Remove ${name}`} icon={<Trash2 className="size-4.5" />} onClick={onRemove} />
    </div>
  )
}
