/** `write-over-process.ts <data folder>`: writes the same rows of its embedded database over and over and prints what its log has grown by, in bytes, until it is killed. */
import { sql } from 'kysely'
import { connect } from '../../src/db/connect.ts'

const ROWS = 10_000
const [dataDir = ''] = process.argv.slice(2)

const database = await connect({
  databaseUrl: null,
  dataDir,
  onError: (error) => {
    throw error
  },
})
const db = database.tables()
const write = (content: string) =>
  sql`UPDATE written_over SET word = repeat(${sql.lit(content)}, 500)`.execute(db)

await sql`CREATE TABLE written_over AS SELECT repeat('a', 500) AS word FROM generate_series(1, ${sql.lit(ROWS)})`.execute(
  db,
)
for (let content = 'b'; ; content = content === 'b' ? 'c' : 'b') {
  await write(content)
  await sql`VACUUM written_over`.execute(db)
  const { rows } = await sql<{ bytes: string }>`SELECT pg_current_wal_lsn() - '0/0' AS bytes`.execute(db)
  process.stdout.write(`${rows[0]?.bytes}\n`)
}
