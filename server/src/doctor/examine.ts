import { briefReasonOf, type Check, type Finding, fail, type Patient } from './check.ts'
import { checkClock } from './checks/clock.ts'
import { checkContact } from './checks/contact.ts'
import { checkDatabase } from './checks/database.ts'
import { checkDisk } from './checks/disk.ts'
import { checkFiles } from './checks/files.ts'
import { checkIcecast } from './checks/icecast.ts'
import { checkMail } from './checks/mail.ts'
import { checkMedia } from './checks/media.ts'
import { checkMemory } from './checks/memory.ts'
import { checkObjectStore } from './checks/object-store.ts'
import { checkPort } from './checks/port.ts'
import { checkProgram } from './checks/program.ts'
import { checkProxy } from './checks/proxy.ts'
import { checkPublicUrl } from './checks/public-url.ts'
import { checkRedis } from './checks/redis.ts'
import { redactor } from './redact.ts'

/** Findings by the name of the check. */
export type Result = Finding & { name: string }

/** From what everything stands on to what few need. */
const CHECKS: readonly Check[] = [
  checkProgram,
  checkDisk,
  checkClock,
  checkMemory,
  checkFiles,
  checkDatabase,
  checkRedis,
  checkPort,
  checkPublicUrl,
  checkProxy,
  checkContact,
  checkMail,
  checkMedia,
  checkIcecast,
  checkObjectStore,
]
const LIMIT_MS = 30_000

/** Looks at everything, a thing at a time. What is told holds none of the settings' passwords. */
export async function examine(patient: Patient): Promise<Result[]> {
  const redact = redactor(patient.config)
  const results: Result[] = []
  for (const { name, look } of CHECKS) {
    for (const { verdict, message } of await bounded(look(patient)))
      results.push({ name, verdict, message: redact(message) })
  }
  return results
}

async function bounded(looking: Promise<Finding[]>): Promise<Finding[]> {
  const { promise: tooLate, resolve } = Promise.withResolvers<Finding[]>()
  const timer = setTimeout(() => resolve([fail(`did not finish within ${LIMIT_MS / 1_000} s`)]), LIMIT_MS)
  try {
    return await Promise.race([looking, tooLate])
  } catch (error) {
    return [fail(`could not be checked: ${briefReasonOf(error)}`)]
  } finally {
    clearTimeout(timer)
  }
}
