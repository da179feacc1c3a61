import { changePassword } from '@carillon/contract/auth/endpoints'
import { banUser, changeRole } from '@carillon/contract/auth/people-endpoints'
import {
  getEncoder,
  renewEncoderPassword,
  withdrawEncoderPassword,
} from '@carillon/contract/encoder/endpoints'
import { describe, expect, it } from 'vitest'
import { headOf } from './support/encoder.ts'
import {
  dj,
  end,
  goLive,
  id,
  onAir,
  password,
  program,
  refusal,
  station,
  useEncoderShow,
  view,
} from './support/encoder-show.ts'

useEncoderShow()

describe('the password', () => {
  it('[EN4] is told once, and is one of its kind', async () => {
    expect(password).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}$/)
    const shown = await station.call(getEncoder, { as: dj, params: { id } })
    expect(JSON.stringify(shown.data)).not.toContain(password)
    expect(shown.data).toMatchObject({
      host: '127.0.0.1',
      port: Number(new URL(station.origin).port),
      mount: '/studio.ogg',
      user: 'source',
      source: null,
      note: null,
    })
    expect(shown.data.passwordSince).not.toBeNull()
  })

  it('[EN4] renewed, the one before is dead and its source closed', async () => {
    await goLive()
    const older = await onAir()
    const { data } = await station.call(renewEncoderPassword, { as: dj, params: { id } })
    await older.ended
    expect(await refusal(headOf(password))).toBe('401 ENCODER_PASSWORD')
    expect(await program(headOf(data.password)).answer()).toBe('HTTP/1.0 200 OK')
  })

  it('[EN4] withdrawn, it is dead and its source closed; withdrawn again is no error', async () => {
    await goLive()
    const older = await onAir()
    for (let times = 0; times < 2; times++)
      expect((await station.call(withdrawEncoderPassword, { as: dj, params: { id } })).status).toBe(204)
    await older.ended
    expect((await view()).passwordSince).toBeNull()
    expect(await refusal(headOf(password))).toBe('401 ENCODER_PASSWORD')
  })

  it('[EN4] is of the DJ of the show: another is refused', async () => {
    const other = await station.as('DJ', 'other')
    for (const endpoint of [getEncoder, renewEncoderPassword, withdrawEncoderPassword])
      expect((await station.call(endpoint, { as: other, params: { id } })).status).toBe(403)
    expect((await station.call(getEncoder, { as: dj, params: { id: 999_999 } })).status).toBe(404)
  })

  it.each([
    ['is banned', () => station.call(banUser, { as: station.admin, params: { id: dj.id }, body: {} })],
    [
      'is a DJ no longer',
      () =>
        station.call(changeRole, {
          as: station.admin,
          params: { id: dj.id },
          query: { newRole: 'LISTENER' },
        }),
    ],
    [
      'changed the password of the account',
      () =>
        station.call(changePassword, {
          as: dj,
          params: { id: dj.id },
          body: { currentPassword: dj.password, newPassword: 'another tuning fork' },
        }),
    ],
  ])('[EN5] dies when its DJ %s, and the source with it', async (_, happen) => {
    await goLive()
    const one = await onAir()
    expect((await happen()).status).toBe(200)
    await one.ended
    expect(await refusal(headOf(password))).toBe('401 ENCODER_PASSWORD')
  })

  it('[EN5] dies with the show: the source is closed and cannot come back', async () => {
    await goLive()
    const one = await onAir()
    await end()
    await one.ended
    expect(await refusal(headOf(password))).toBe('409 WRONG_STATE')
  })
})
