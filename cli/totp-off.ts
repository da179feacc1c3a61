/** `npm run totp-off you@example.edu`: turns two-step sign-in off where no administrator can sign in to do it. */
import { readConfig } from '../server/src/config.ts'
import { connect } from '../server/src/db/connect.ts'
import { lockFolder } from '../server/src/db/lock.ts'
import { requireFinished } from '../server/src/db/swap.ts'
import { turnTotpOffByHand } from '../server/src/features/auth/totp/turn-off.ts'
import { sayAndStop } from './lib/say-and-stop.ts'

const email = process.argv[2]?.trim().toLowerCase()
if (!email) sayAndStop('Say whose: npm run totp-off you@example.edu')
const config = readConfig(process.env)
if (!config.ok) sayAndStop(config.errors.join('\n'))

try {
  console.log(await turnOff(config.value, email))
} catch (error) {
  sayAndStop(error)
}

/** The embedded database is opened by one process: the station has to be stopped. PostgreSQL does not mind. */
async function turnOff(
  settings: { dataDir: string; databaseUrl: string | null },
  whose: string,
): Promise<string> {
  const now = new Date()
  const lock = settings.databaseUrl ? null : lockFolder(settings.dataDir, now)
  requireFinished(settings.dataDir)
  const database = await connect({ ...settings, onError: sayAndStop })
  try {
    const change = await turnTotpOffByHand(database.tables(), now, whose)
    if (!change) throw new Error(`Nobody has an account as ${whose}.`)
    return change.hasChanged
      ? `Two-step sign-in of ${whose} is off: the password alone signs in.`
      : `Two-step sign-in of ${whose} was not on.`
  } finally {
    await database.close()
    lock?.release()
  }
}
