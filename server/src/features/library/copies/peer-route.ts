import { z } from 'zod/mini'
import { requireInstance } from '../../../cluster/instance-key.ts'
import type { RawRoute } from '../../../http/route.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { LibraryFiles } from '../files.ts'
import type { LibraryContext } from '../ports.ts'
import { PEER_PATH } from './copy-file.ts'

const NAME = /^[0-9a-f]{40}\.ogg$/

/** Route for other instances: a file of the library. */
export function peerLibraryRoute({ instances }: LibraryContext, files: LibraryFiles): RawRoute {
  return {
    path: PEER_PATH,
    methods: ['GET'],
    summary: 'A file of the library, for another instance',
    access: 'public',
    async handle({ request, reply }) {
      requireInstance(request.headers, instances?.key ?? null)
      const { file } = z.object({ file: z.string() }).parse(request.params)
      const opened = NAME.test(file) ? await files.open(file) : null
      if (!opened) throw new AppError('NOT_FOUND')
      reply.type('audio/ogg').header('Content-Length', opened.bytes).header('Cache-Control', 'no-store')
      await reply.send(opened.file)
    },
  }
}
