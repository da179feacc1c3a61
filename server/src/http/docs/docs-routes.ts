import { AppError } from '../../kernel/app-error.ts'
import { type Documented, openApi } from '../open-api/open-api.ts'
import { pack, sendPacked } from '../packed.ts'
import type { RawRoute } from '../route.ts'
import { policyWithInlineStyles } from '../security-headers.ts'
import { buildReader } from './build-reader.ts'

const PATH = '/api/docs'
const DOCUMENT_URL = `${PATH}/openapi.json`
const FOR_EVER = 'public, max-age=31536000, immutable'
const CHECKED = 'no-cache'

/** The calls to read and try: the OpenAPI document and Scalar, nothing of which comes from elsewhere. */
export function docsRoutes(documented: Documented, stationName: string): RawRoute[] {
  const document = madeOnce(async () => {
    const text = JSON.stringify(await openApi(documented, stationName))
    return pack(Buffer.from(text), 'application/json; charset=utf-8')
  })
  const reader = madeOnce(() =>
    buildReader({ path: PATH, documentUrl: DOCUMENT_URL, title: `${stationName}: calls` }),
  )
  const open = { access: 'public' as const, summary: 'API reference' }
  return [
    {
      ...open,
      path: DOCUMENT_URL,
      handle: async ({ request, reply }) =>
        sendPacked(request, reply, { packed: await document(), cacheControl: CHECKED }),
    },
    { ...open, path: PATH, handle: ({ reply }) => reply.redirect(`${PATH}/`, 301) },
    {
      ...open,
      path: `${PATH}/*`,
      async handle({ request, reply }) {
        const name = (request.params as { '*': string })['*']
        if (name !== '' && !name.startsWith('js/')) throw new AppError('NOT_FOUND')
        const { page, html, program, programName } = await reader()
        if (name === programName)
          return sendPacked(request, reply, { packed: program, cacheControl: FOR_EVER })
        if (name !== '') throw new AppError('NOT_FOUND')
        reply.header('Content-Security-Policy', policyWithInlineStyles(html))
        return sendPacked(request, reply, { packed: page, cacheControl: CHECKED })
      },
    },
  ]
}

/** Makes it when it is first asked for, once however many ask; what failed is tried again. */
function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
