/** `node embedded-memory-process.ts <folder>`: starts an embedded database there, ends it, and prints the most memory in MB. */
import { startEmbedded } from '../../src/db/embedded.ts'

const [folder = ''] = process.argv.slice(2)
const KIB_PER_MB = 1024

const embedded = await startEmbedded(folder, (error) => {
  throw error
})
await embedded.close()
process.stdout.write(`${Math.round(process.resourceUsage().maxRSS / KIB_PER_MB)}\n`)
