import { peerFileRoute } from '../../../cluster/peer-file.ts'
import type { RawRoute } from '../../../http/route.ts'
import type { LibraryFiles } from '../files.ts'
import type { LibraryContext } from '../ports.ts'
import { PEER_PATH } from './copy-file.ts'

const NAME = /^[0-9a-f]{40}\.ogg$/

/** Route for other instances: a file of the library. */
export function peerLibraryRoute({ instances }: LibraryContext, files: LibraryFiles): RawRoute {
  return peerFileRoute({
    path: PEER_PATH,
    summary: 'A file of the library, for another instance',
    key: instances?.key ?? null,
    open: async (name) => (NAME.test(name) ? files.open(name) : null),
  })
}
