/** `node migrate-process.ts <data folder> [database URL]`: what a start does to the database, told phase by phase. */
import { connect } from '../../src/db/connect.ts'
import { lockFolder } from '../../src/db/lock.ts'
import { migrate } from '../../src/db/migrate.ts'

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)

// Synchronous on pipes: what was told was so, even if the process is killed at once.
const report = (phase: string) => process.stdout.write(`${phase}\n`)

report('opening')
const lock = lockFolder(dataDir, new Date())
const database = await connect({
  dataDir,
  databaseUrl: databaseUrl || null,
  onError: (error) => console.error(error),
})
report('migrating')
await migrate(database)
report('closing')
await database.close()
lock.release()
report('done')
