import { IMAGE_TYPES, IMAGE_UPLOAD_PATH, MAX_IMAGE_BYTES } from '@carillon/contract/announcements/schemas'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import type { Upload } from '../../../api/upload.ts'

export type ImageUpload = ReturnType<typeof useImageUpload>

/** Upload of an image as soon as it is chosen; it ends with the form. */
export function useImageUpload(upload: Upload, onImage: (url: string) => void) {
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
