import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { openEmpty } from '../../server/tests/support/database.ts'
import { AGENT } from './request-file.ts'
import { runSqlmap } from './sqlmap.ts'

const LIMIT_MS = 120_000

/**
 * Attacks a server that puts what it is asked into its SQL, on the PostgreSQL of TEST_DATABASE_URL. True when sqlmap
 * finds it: otherwise "nothing found" would say nothing.
 */
export async function findsWhatIsThere(command: string): Promise<boolean> {
  const database = await openEmpty('postgres')
  const server = createServer(async ({ url = '/' }, response) => {
    const id = new URL(url, 'http://127.0.0.1').searchParams.get('id') ?? '0'
    try {
      const statement = sql.raw(
        `SELECT name FROM (VALUES (1, 'Harana'), (2, 'Kundiman')) AS t(id, name) WHERE id = ${id}`,
      )
      const { rows } = await statement.execute(database.tables())
      response.end(JSON.stringify(rows))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = `GET /?id=1* HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nuser-agent: ${AGENT}\r\n\r\n`
  try {
    const { injectable } = await runSqlmap(command, request, LIMIT_MS)
    return injectable.length > 0
  } finally {
    server.close()
    server.closeAllConnections()
    await database.close()
  }
}
