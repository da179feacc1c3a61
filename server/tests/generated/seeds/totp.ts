import { TOTP_PERIOD_SECONDS, totpEndpoints } from '@carillon/contract/auth/two-step'
import { TOTP } from 'otpauth'
import { type Member, PASSWORD } from '../../support/station.ts'
import type { Seed, Seeds } from '../seed.ts'
import type { World } from '../world.ts'

const { beginTotp, confirmTotp } = totpEndpoints

/** A DJ who has a secret, and what its app shows next: codes are good once. */
async function begun(world: World): Promise<{ as: Member; nextCode: () => string }> {
  const as = await world.newcomer('DJ')
  const { data } = await world.station.call(beginTotp, { as, body: { password: PASSWORD } })
  const totp = new TOTP({ secret: data.secret })
  const nextCode = () => {
    world.pass(TOTP_PERIOD_SECONDS)
    return totp.generate({ timestamp: world.clock.now() })
  }
  return { as, nextCode }
}

async function on(world: World) {
  const { as, nextCode } = await begun(world)
  await world.station.call(confirmTotp, { as, body: { code: nextCode() } })
  return { as, nextCode }
}

const withProof: Seed = async (world) => {
  const { as, nextCode } = await on(world)
  return { as, body: { password: PASSWORD, code: nextCode() } }
}

export const totpSeeds: Seeds = {
  'POST /api/auth/totp/begin': async (world) => ({
    as: await world.newcomer('DJ'),
    body: { password: PASSWORD },
  }),
  'POST /api/auth/totp/confirm': async (world) => {
    const { as, nextCode } = await begun(world)
    return { as, body: { code: nextCode() } }
  },
  'POST /api/auth/totp/recovery-codes': withProof,
  'POST /api/auth/totp/off': withProof,
  'POST /api/auth/{id}/totp/off': async (world) => ({ path: { id: (await on(world)).as.id } }),
}
