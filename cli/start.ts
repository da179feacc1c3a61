/** `npm start`: the whole station. Builds the web app when it is missing or older than its sources, then serves. */
import { enableCompileCache } from 'node:module'
import { ensureWebBuilt } from './lib/build.ts'

ensureWebBuilt()
// Reading the same source again is a good part of what a start costs.
enableCompileCache()
await import('../server/src/main.ts')
