import { IMAGE_TYPES, IMAGE_UPLOAD_PATH, MAX_IMAGE_BYTES } from '@carillon/contract/announcements/schemas'
import { ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import type { Upload } from '../../../api/upload.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea, useFieldControl } from '../../../ui/field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Words, WordsErrors } from './words.ts'

export type ImageFieldProps = {
  words: Words
  errors: WordsErrors
  upload: Upload
  isBusy: boolean
  onChange(change: Partial<Words>): void
}

/** An image that people may add, with the words for those who do not see it. */
export function ImageField({ words, errors, upload, isBusy, onChange }: ImageFieldProps) {
  const image = useImageUpload(upload, (imageUrl) => onChange({ imageUrl }))
  return (
    <div className="grid gap-4">
      {words.imageUrl && (
        <img
          src={words.imageUrl}
          alt={words.imageAlt}
          className="aspect-video w-full rounded-input border border-border bg-surface-2 object-cover"
        />
      )}
      <Field
        id="imageUrl"
        label="Image"
        optional
        hint="JPEG, PNG or WebP, at most 2 MB. Shown in 16:9."
        error={image.problem ?? errors.imageUrl}
      >
        <FileInput isBusy={isBusy || image.isBusy} hasImage={words.imageUrl !== null} onFile={image.take} />
      </Field>
      {image.isBusy && (
        <p role="status" className="flex items-center gap-2 text-sm text-text-muted">
          <Spinner /> Uploading the image…
          <Button size="sm" variant="ghost" onClick={image.cancel}>
            Cancel
          </Button>
        </p>
      )}
      {words.imageUrl && (
        <>
          <Field
            id="imageAlt"
            label="Description of the image"
            hint="For people who can’t see it: what does it show?"
            error={errors.imageAlt}
          >
            <TextArea
              rows={2}
              value={words.imageAlt}
              readOnly={isBusy}
              onChange={(event) => onChange({ imageAlt: event.target.value })}
            />
          </Field>
          <Button
            size="sm"
            variant="outline"
            aria-disabled={isBusy || undefined}
            className="justify-self-start"
            onClick={() => onChange({ imageUrl: null, imageAlt: '' })}
          >
            Remove image
          </Button>
        </>
      )}
    </div>
  )
}

type FileInputProps = { isBusy: boolean; hasImage: boolean; onFile(file: File): void }

/** The native input, over its whole drawing, so that files can also be dropped on it. */
function FileInput({ isBusy, hasImage, onFile }: FileInputProps) {
  return (
    <div className="relative grid min-h-12 place-items-center rounded-input border border-dashed border-border-strong bg-surface-2 px-4 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <span aria-hidden="true" className="flex items-center gap-2 text-sm font-semibold">
        <ImagePlus className="size-4.5" />
        {hasImage ? 'Choose another image' : 'Choose or drop an image'}
      </span>
      <input
        {...useFieldControl()}
        type="file"
        accept={IMAGE_TYPES.join()}
        disabled={isBusy}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Emptied, so that the same file may be chosen again.
          event.target.value = ''
          if (file) onFile(file)
        }}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      />
    </div>
  )
}

function useImageUpload(upload: Upload, onImage: (url: string) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  // Words are typed while the image is on its way: it joins those of then.
  const latest = useRef(onImage)
  useEffect(() => {
    latest.current = onImage
  })
  useEffect(() => () => running.current?.abort(), [])
  const take = async (file: File) => {
    const refusal = refusalOf(file)
    setProblem(refusal)
    if (refusal) return
    const controller = new AbortController()
    running.current = controller
    setIsBusy(true)
    try {
      const { imageUrl } = (await upload(IMAGE_UPLOAD_PATH, file, controller.signal)) as { imageUrl: string }
      controller.signal.throwIfAborted()
      latest.current(imageUrl)
    } catch (error) {
      if (!controller.signal.aborted) setProblem(wordsOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return {
    isBusy,
    problem,
    take: (file: File) => void take(file),
    cancel: () => running.current?.abort(),
  }
}

/** Refusal that is known before a byte is sent; the station looks at the bytes. */
function refusalOf(file: File): string | null {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return 'Choose a JPEG, PNG or WebP image'
  return file.size > MAX_IMAGE_BYTES ? 'At most 2 MB' : null
}

function wordsOf(error: unknown): string {
  const named = error instanceof ApiError ? Object.values(error.fields)[0] : undefined
  return named ?? messageOf(error, 'The image could not be uploaded. Please try again.')
}
