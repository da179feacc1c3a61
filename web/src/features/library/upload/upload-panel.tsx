import { LIBRARY_KINDS, type LibraryItem } from '@carillon/contract/library/schemas'
import { CircleCheck, CircleX, Upload as UploadIcon } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field, Select, useFieldControl } from '../../../ui/field.tsx'
import { ShareBar } from '../../../ui/share-bar.tsx'
import type { ConvertedBy } from '../convert/messages.ts'
import { REFUSALS } from '../convert/refusals.ts'
import { KIND_WORDS } from '../kind-words.ts'
import {
  isUnderWay,
  libraryUploads,
  type Upload,
  type UploadState,
  type Uploads,
  type UploadTools,
} from './uploads.ts'

export type UploadPanelProps = Omit<UploadTools, 'by'> & {
  /** Null: nobody can convert. */
  by: ConvertedBy | null
  /** Those of the page unless given. */
  uploads?: Uploads
}

/** Sound files of this device, converted here or by the station, and uploaded one after the other. */
export function UploadPanel({ by, uploads = libraryUploads, ...tools }: UploadPanelProps) {
  const [kind, setKind] = useState<LibraryItem['kind']>('TRACK')
  const listed = useStore(uploads.state)
  const headingId = useId()
  useEffect(() => uploads.use({ by: by ?? 'BROWSER', ...tools }))
  const isBusy = listed.some(({ state }) => isUnderWay(state))
  return (
    <Card aria-labelledby={headingId} className="grid content-start gap-4">
      <h2 id={headingId}>Add sound</h2>
      {by === null ? (
        <p className="text-sm text-text-muted">{REFUSALS.NO_ENCODER}</p>
      ) : (
        <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)] desk:grid-cols-1">
          <Field label="Kind">
            <Select value={kind} onChange={(event) => setKind(event.target.value as LibraryItem['kind'])}>
              {LIBRARY_KINDS.map((each) => (
                <option key={each} value={each}>
                  {KIND_WORDS[each]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Files" hint={`${CONVERTERS[by]} Up to 200 MB and one hour each.`}>
            <FileInput onFiles={(files) => uploads.add(files, kind)} />
          </Field>
        </div>
      )}
      {listed.length > 0 && (
        <>
          <ul aria-label="Uploads" className="grid gap-2">
            {listed.map((upload) => (
              <UploadRow key={upload.id} upload={upload} onCancel={() => uploads.cancel(upload.id)} />
            ))}
          </ul>
          {!isBusy && (
            <Button size="sm" variant="ghost" className="justify-self-start" onClick={() => uploads.clear()}>
              Clear this list
            </Button>
          )}
        </>
      )}
    </Card>
  )
}

/** The native input, over its whole drawing, so that files can also be dropped on it. */
function FileInput({ onFiles }: { onFiles(files: readonly File[]): void }) {
  return (
    <div className="relative grid min-h-12 place-items-center rounded-input border border-dashed border-border-strong bg-surface-2 px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <span aria-hidden="true" className="flex items-center gap-2 text-sm font-semibold">
        <UploadIcon className="size-4.5" />
        Choose or drop sound files
      </span>
      <input
        {...useFieldControl()}
        type="file"
        multiple
        accept="audio/*,.mp3,.m4a,.aac,.flac,.wav,.ogg,.opus"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Emptied, so that the same files may be chosen again.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      />
    </div>
  )
}

const CONVERTERS: Record<ConvertedBy, string> = {
  BROWSER: 'Your browser converts them and sets their loudness.',
  STATION: "The station converts them and sets their loudness, because this browser can't.",
}

const STATE_WORDS: Record<UploadState, string> = {
  WAITING: 'Waiting',
  CONVERTING: 'Converting',
  UPLOADING: 'Uploading',
  CHECKING: 'The station is checking it',
  AT_STATION: 'The station is converting it',
  DONE: 'In the library',
  REFUSED: 'Not added',
  CANCELLED: 'Cancelled',
}

function UploadRow({ upload, onCancel }: { upload: Upload; onCancel(): void }) {
  const { name, state, progress, problem } = upload
  const hasProgress = state === 'CONVERTING' || state === 'UPLOADING'
  const percent = Math.round(progress * 100)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-input border border-border px-3 py-2 text-sm">
      <span className="font-semibold wrap-anywhere">{name}</span>
      {isUnderWay(state) ? (
        <Button size="sm" variant="ghost" aria-label={`Cancel ${name}`} onClick={onCancel}>
          Cancel
        </Button>
      ) : (
        <StateSign state={state} />
      )}
      <span className="col-span-2 text-text-muted">
        {problem ?? STATE_WORDS[state]}
        {hasProgress && ` ${percent} %`}
      </span>
      {hasProgress && (
        <div className="col-span-2">
          <progress
            aria-label={`${STATE_WORDS[state]} ${name}`}
            value={percent}
            max={100}
            className="sr-only"
          />
          <ShareBar share={percent / 100} />
        </div>
      )}
    </li>
  )
}

function StateSign({ state }: { state: UploadState }) {
  if (state === 'DONE') return <CircleCheck aria-hidden="true" className="size-5 text-success" />
  if (state === 'REFUSED') return <CircleX aria-hidden="true" className="size-5 text-danger" />
  return <span />
}
