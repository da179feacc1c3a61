import {
  IMAGE_TYPES,
  IMAGE_UPLOAD_PATH,
  MAX_IMAGE_BYTES,
  UPLOAD_RATE,
  UPLOADS_PATH,
} from '@carillon/contract/announcements/schemas'
import { envelope } from '@carillon/contract/envelope'
import { z } from 'zod/mini'
import type { RawRoute } from '../../../http/route.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { Image, ImageFault } from './image.ts'
import type { ImageStore } from './image-store.ts'
import { inspectImage, MAX_IMAGE_SIDE } from './inspect-image.ts'
import { withoutMetadata } from './without-metadata.ts'

const AUTHORS = ['DJ', 'MODERATOR', 'ADMIN'] as const

const uploadSchema = envelope(z.object({ imageUrl: z.string() }))

const FAULTS: Record<ImageFault, string> = {
  NOT_AN_IMAGE: 'Choose a JPEG, PNG or WebP image',
  BROKEN: 'This image is damaged',
  MORE_THAN_AN_IMAGE: 'This file holds more than an image',
  TOO_LARGE: `At most ${MAX_IMAGE_SIDE} pixels wide and high`,
}

/** Upload of an image and its address. */
export function imageRoutes(store: ImageStore): RawRoute[] {
  return [uploadRoute(store), imageRoute(store)]
}

function uploadRoute(store: ImageStore): RawRoute<AcceptedImage> {
  return {
    path: IMAGE_UPLOAD_PATH,
    methods: ['POST'],
    maxBodyBytes: MAX_IMAGE_BYTES,
    summary: 'Uploads the image of an announcement',
    access: AUTHORS,
    rate: UPLOAD_RATE,
    isCreating: true,
    documented: {
      headers: { 'Idempotency-Key': { type: 'string', maxLength: 255 } },
      body: IMAGE_TYPES,
      answers: { 201: { description: 'Where it is', type: 'application/json', body: uploadSchema } },
      refusals: ['IDEMPOTENCY_CONFLICT'],
    },
    load: ({ request }) => requireImage(request.body),
    handle: async ({ subject }) => ({ imageUrl: await store.add(subject.content, subject) }),
  }
}

function imageRoute(store: ImageStore): RawRoute {
  return {
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
  }
}

type AcceptedImage = { content: Buffer; extension: Image['extension'] }

/** The body when it is an image, without its metadata. Throws INVALID_INPUT with words for the field. */
function requireImage(body: unknown): AcceptedImage {
  const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const inspected = inspectImage(content)
  if (!inspected.ok) throw new AppError('INVALID_INPUT', { fields: { image: FAULTS[inspected.error] } })
  return { content: withoutMetadata(content, inspected.value), extension: inspected.value.extension }
}
