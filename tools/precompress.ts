/** The second half of `npm run build`: `web/dist` as browsers ask for it, compressed once. */
import { join } from 'node:path'
import { precompress } from './build/precompress.ts'

await precompress(join(import.meta.dirname, '../web/dist'))
