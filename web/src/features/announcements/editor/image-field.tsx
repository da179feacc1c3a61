import { IMAGE_TYPES } from '@carillon/contract/announcements/schemas'
import { ImagePlus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea, useFieldControl } from '../../../ui/field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { ImageUpload } from './use-image-upload.ts'
import type { Words, WordsErrors } from './words.ts'

export type ImageFieldProps = {
  words: Words
  errors: WordsErrors
  image: ImageUpload
  isBusy: boolean
  onChange(change: Partial<Words>): void
}

/** An image that people may add, with the words for those who do not see it. */
export function ImageField({ words, errors, image, isBusy, onChange }: ImageFieldProps) {
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
