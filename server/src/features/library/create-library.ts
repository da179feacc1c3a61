import { join } from 'node:path'
import { Uploads } from '../../http/uploads.ts'
import { createLibraryFiles } from './files.ts'
import { playlistRoutes } from './playlists/routes.ts'
import type { LibraryContext } from './ports.ts'
import { createLibraryReader } from './reader.ts'
import { libraryRoutes, rawLibraryRoutes } from './routes.ts'
import { createSounds } from './sounds.ts'
import { findKnownFiles } from './store.ts'
import { createUploader } from './upload.ts'
import { createVerify } from './verify/start-verify.ts'

/** The library: what plays between shows, uploaded by DJs and staff. */
export function createLibrary(context: LibraryContext) {
  const { db, clock, dataDir, onError } = context
  const files = createLibraryFiles(join(dataDir, 'library'))
  const sounds = createSounds()
  const uploads = new Uploads()
  const stopping = new AbortController()
  const uploader = createUploader({
    ...context,
    files,
    uploads,
    verify: createVerify(),
    signal: stopping.signal,
  })
  return {
    routes: [...libraryRoutes(context, { files, sounds }), ...playlistRoutes(context)],
    rawRoutes: rawLibraryRoutes(context, { files, sounds, uploader }),
    reader: createLibraryReader(db, files),
    /** Removes what a crash left behind. */
    removeLeftovers: () =>
      files.removeLeftovers((names) => findKnownFiles(db, names), clock.now()).catch(onError),
    /** Ends what is being sent and received; who uploads begins again. */
    cut(): void {
      stopping.abort()
      uploads.cut()
      sounds.cut()
    },
  }
}
