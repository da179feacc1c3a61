/** `node scripts/restore.ts [dump]`: puts a dump, the newest by default, in the place of the embedded database. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { dumpFolder } from '../server/src/db/dumps.ts'
import { restoreDump } from '../server/src/db/restore.ts'

const config = readConfig(process.env)
if (!config.ok) throw new Error(config.errors.join('\n'))
const { dataDir } = config.value
const path = process.argv[2] ?? newestDump(dumpFolder(dataDir))

const aside = await restoreDump(dataDir, path)
console.log(`${path} is restored. What was there before is in ${aside}.`)

function newestDump(folder: string): string {
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.tar.gz'))
    .sort()
    .at(-1)
  if (!newest) throw new Error(`There is no dump in ${folder}`)
  return join(folder, newest)
}
