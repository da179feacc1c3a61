import {
  LIBRARY_KINDS,
  type LibraryItem,
  type LibraryItemBody,
  libraryItemBodySchema,
} from '@carillon/contract/library/schemas'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { type Form, useForm } from '../../../lib/use-form.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select, TextArea, TextInput } from '../../../ui/field.tsx'
import { KIND_WORDS } from '../kind-words.ts'

export type EditItemProps = {
  item: LibraryItem
  onSave(body: LibraryItemBody, givenUp: AbortSignal): Promise<void>
  onClose(): void
}

type Values = {
  kind: LibraryItem['kind']
  title: string
  artist: string
  album: string
  year: string
  rightsNote: string
  isRequestable: boolean
  isPlayed: boolean
}

/** Words and rights of an item, to be changed. */
export function EditItem({ item, onSave, onClose }: EditItemProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<Values>({
    initial: valuesOf(item),
    errorsOf: (values) => errorsOf(values),
    async onSubmit(values, givenUp) {
      try {
        setProblem(null)
        await onSave(bodyOf(values), givenUp)
        if (!givenUp.aborted) onClose()
      } catch (error) {
        setProblem(messageOf(error, "Couldn't save the changes."))
        return error instanceof ApiError ? error.fields : undefined
      }
    },
  })
  return (
    <Dialog open onClose={onClose} title="Edit item">
      <form ref={form.ref} onSubmit={form.submit} noValidate className="grid gap-4">
        <ItemFields form={form} />
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={form.busy} busyLabel="Saving…">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function ItemFields({ form: { values, errors, set, text } }: { form: Form<Values> }) {
  return (
    <>
      <Field label="Title" error={errors.title}>
        <TextInput {...text('title')} />
      </Field>
      <Field label="Kind">
        <Select value={values.kind} onChange={(event) => set('kind', event.target.value as Values['kind'])}>
          {LIBRARY_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_WORDS[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Artist" optional error={errors.artist}>
          <TextInput {...text('artist')} />
        </Field>
        <Field label="Album" optional error={errors.album}>
          <TextInput {...text('album')} />
        </Field>
        <Field label="Year" optional error={errors.year}>
          <TextInput {...text('year')} inputMode="numeric" />
        </Field>
      </div>
      <Field label="Rights" optional hint="Who has to be asked or paid." error={errors.rightsNote}>
        <TextArea {...text('rightsNote')} rows={2} />
      </Field>
      <Checkbox
        label="Listeners may request it"
        checked={values.isRequestable}
        onChange={(event) => set('isRequestable', event.target.checked)}
      />
      <Checkbox
        label="May be played"
        hint="Without it, the item stays in the library and goes on air no more."
        checked={values.isPlayed}
        onChange={(event) => set('isPlayed', event.target.checked)}
      />
    </>
  )
}

function valuesOf(item: LibraryItem): Values {
  const { kind, title, isRequestable } = item
  return {
    kind,
    title,
    isRequestable,
    artist: item.artist ?? '',
    album: item.album ?? '',
    year: item.year === null ? '' : String(item.year),
    rightsNote: item.rightsNote ?? '',
    isPlayed: item.state === 'READY',
  }
}

function bodyOf({ isPlayed, artist, album, year, rightsNote, ...values }: Values): LibraryItemBody {
  return {
    ...values,
    artist: artist.trim() || null,
    album: album.trim() || null,
    year: year.trim() === '' ? null : Number(year),
    rightsNote: rightsNote.trim() || null,
    state: isPlayed ? 'READY' : 'RESTING',
  }
}

function errorsOf(values: Values): Partial<Record<keyof Values, string>> {
  const parsed = libraryItemBodySchema.safeParse(bodyOf(values))
  if (parsed.success) return {}
  return Object.fromEntries(
    parsed.error.issues.map(({ path: [name], message }) => [
      name,
      name === 'year' ? 'Use a year such as 1998' : message,
    ]),
  )
}
