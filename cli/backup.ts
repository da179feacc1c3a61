/** `npm run backup [folder] [-- --without-recordings --keep 14]`: the whole station in one folder, also while it runs. */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBackup } from '../server/src/backup/make-backup.ts'
import { readConfig } from '../server/src/config.ts'
import { sayAndStop } from './lib/say-and-stop.ts'

const started = performance.now()
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'without-recordings': { type: 'boolean', default: false }, keep: { type: 'string' } },
})
if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))
  sayAndStop('--keep takes a number from 1 on.')
const config = readConfig(process.env)
if (!config.ok) sayAndStop(config.errors.join('\n'))

const { dataDir, databaseUrl } = config.value
try {
  const { path, manifest } = await makeBackup({
    dataDir,
    databaseUrl,
    folder: positionals[0] ?? join(dataDir, 'backups'),
    withRecordings: !values['without-recordings'],
    keep: values.keep === undefined ? null : Number(values.keep),
    now: new Date(),
  })
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
  const rows = Object.values(manifest.database.tables).reduce((sum, count) => sum + count, 0)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(
    `${path} holds ${rows} rows and ${manifest.files.length} files, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s.`,
  )
} catch (error) {
  sayAndStop(error)
}
