import {
  IMAGE_TYPES,
  IMAGE_UPLOAD_PATH,
  MAX_IMAGE_BYTES,
  UPLOADS_PATH,
} from '@carillon/contract/announcements/schemas'
import { envelope } from '@carillon/contract/envelope'
import { z } from 'zod/mini'
import type { RawRoute } from '../../../http/route.ts'
import { AppError } from '../../../kernel/app-error.ts'
import { createKeyedTokenBucket } from '../../../kernel/keyed-token-bucket.ts'
import { requireConsumed } from '../../../kernel/rate-limiter.ts'
import type { ImageFault } from './image.ts'
import type { ImageStore } from './image-store.ts'
import { inspectImage, MAX_IMAGE_SIDE } from './inspect-image.ts'
import { withoutMetadata } from './without-metadata.ts'

const AUTHORS = ['DJ', 'MODERATOR', 'ADMIN'] as const
/** One person's uploads: thirty at once, then one a minute. */
export const UPLOAD_RATE = { burst: 30, perSecond: 1 / 60 }

const uploadSchema = envelope(z.object({ imageUrl: z.string() }))

const FAULTS: Record<ImageFault, string> = {
  NOT_AN_IMAGE: 'Choose a JPEG, PNG or WebP image',
  BROKEN: 'This image is damaged',
  MORE_THAN_AN_IMAGE: 'This file holds more than an image',
  TOO_LARGE: `At most ${MAX_IMAGE_SIDE} pixels wide and high`,
}

/** Upload of an image and its address. `now` is monotonic milliseconds. */
export function imageRoutes(store: ImageStore, now: () => number): RawRoute[] {
  const uploads = createKeyedTokenBucket(UPLOAD_RATE, now)

  return [
    {
      path: IMAGE_UPLOAD_PATH,
      methods: ['POST'],
      maxBodyBytes: MAX_IMAGE_BYTES,
      summary: 'Uploads the image of an announcement',
      access: AUTHORS,
      isCreating: true,
      documented: {
        headers: { 'Idempotency-Key': { type: 'string', maxLength: 255 } },
        body: IMAGE_TYPES,
        answers: { 201: { description: 'Where it is', type: 'application/json', body: uploadSchema } },
        refusals: ['IDEMPOTENCY_CONFLICT'],
      },
      async handle({ request, session }) {
        const bytes = requireImage(request.body)
        requireConsumed(uploads.consume(session?.person.id ?? 0))
        return { imageUrl: await store.add(bytes.content, bytes) }
      },
    },
    {
      path: `${UPLOADS_PATH}/:name`,
      summary: 'The image of an announcement',
      access: 'public',
      documented: {
        params: z.object({ name: z.string() }),
        answers: { 200: { description: 'The image', type: 'image/*' } },
      },
      async handle({ request, reply }) {
        const { name } = request.params as { name: string }
        const image = await store.read(name)
        if (!image) throw new AppError('NOT_FOUND')
        // Who has left while it was read says so no more.
        if (reply.raw.destroyed) return image.release()
        reply.raw.once('close', image.release)
        // Opened by itself it is a document: one without scripts, forms or origin.
        await reply
          .type(image.mimeType)
          .header('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
          .header('Cross-Origin-Resource-Policy', 'same-origin')
          .header('Cache-Control', 'public, max-age=31536000, immutable')
          .header('Content-Length', image.size)
          .send(image.body)
      },
    },
  ]
}

/** The body when it is an image, without its metadata. Throws INVALID_INPUT with words for the field. */
function requireImage(body: unknown) {
  const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const inspected = inspectImage(content)
  if (!inspected.ok) throw new AppError('INVALID_INPUT', { fields: { image: FAULTS[inspected.error] } })
  return { content: withoutMetadata(content, inspected.value), extension: inspected.value.extension }
}
