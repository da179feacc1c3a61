import { join } from 'node:path'
import { Uploads } from '../../http/uploads.ts'
import { AppError } from '../../kernel/app-error.ts'
import { findProgram } from '../../kernel/find-program.ts'
import { createConvert } from './convert/start-convert.ts'
import { createLibraryCopying } from './copies/create-copying.ts'
import { peerLibraryRoute } from './copies/peer-route.ts'
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
  const copying = createLibraryCopying({ ...context, files })
  const ffmpeg = findProgram('ffmpeg', context.searchPath)
  const parts = { files, sounds: createSounds(), copying, canConvert: ffmpeg !== null }
  const uploads = new Uploads()
  const stopping = new AbortController()
  const uploader = createUploader({
    ...context,
    files,
    uploads,
    verify: createVerify(),
    convert: ffmpeg === null ? null : createConvert({ ffmpeg, requireRoom: files.requireRoom, onError }),
    signal: stopping.signal,
  })
  return {
    routes: [...libraryRoutes(context, parts), ...playlistRoutes(context)],
    rawRoutes: [...rawLibraryRoutes(context, { ...parts, uploader }), peerLibraryRoute(context, files)],
    reader: createLibraryReader(db, { folder: files.folder, ...copying }),
    /** Copies what other instances have. To be called once they can reach this one. */
    share: copying.share,
    missing: copying.missing,
    /** Gives up what is being copied. Idempotent. */
    close: copying.close,
    /** Removes what a crash left behind. */
    removeLeftovers: () =>
      files.removeLeftovers((names) => findKnownFiles(db, names), clock.now()).catch(onError),
    /** Ends what is being sent and received; who uploads begins again. */
    cut(): void {
      stopping.abort(new AppError('SHUTTING_DOWN'))
      uploads.cut()
      parts.sounds.cut()
    },
  }
}
