import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { totpEndpoints } from '@carillon/contract/auth/two-step'
import { TOTP } from 'otpauth'
import { expect, it, onTestFinished } from 'vitest'
import { createPlace } from './support/database.ts'
import { startStation } from './support/station.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

it('[TF15] a command on the machine lets the only administrator in again', async () => {
  const place = await createPlace()
  const station = await startStation({ place })
  onTestFinished(() => station.close())
  const { admin } = station
  const { password, email } = admin
  const { data } = await station.call(totpEndpoints.beginTotp, { as: admin, body: { password } })
  const code = new TOTP({ secret: data.secret }).generate()
  await station.call(totpEndpoints.confirmTotp, { as: admin, body: { code } })
  const signIn = () => station.call(authEndpoints.login, { body: { email, password } })
  expect((await signIn()).error.code).toBe('TOTP_REQUIRED')

  const env = { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }
  const command = (whose: string) =>
    run(process.execPath, ['cli/totp-off.ts', whose], { cwd: ROOT, env }).then(
      ({ stdout }) => stdout.trim(),
      ({ stderr }: { stderr: string }) => stderr.trim(),
    )
  if (!place.databaseUrl) expect(await command(email)).toContain('is in use by process')
  await station.stop()
  expect(await command(email.toUpperCase())).toBe(
    `Two-step sign-in of ${email} is off: the password alone signs in.`,
  )
  await station.restart()
  expect((await signIn()).status).toBe(200)
}, 120_000)
