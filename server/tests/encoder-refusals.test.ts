import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { deleteBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { renewEncoderPassword } from '@carillon/contract/encoder/endpoints'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { headOf, Program, song } from './support/encoder.ts'
import {
  dj,
  end,
  goLive,
  id,
  onAir,
  password,
  program,
  refusal,
  renewPassword,
  station,
  until,
  useEncoderShow,
  view,
} from './support/encoder-show.ts'
import { startStation } from './support/station.ts'

useEncoderShow()

describe('who is not let in', () => {
  it('[EN3] without a password or with a wrong one: 401, and what to ask for', async () => {
    await goLive()
    expect(await program(headOf(null)).ended).toMatch(/^HTTP\/1\.1 401 .*WWW-Authenticate: Basic realm=/s)
    for (const wrong of ['', 'wrong', 'abcde-fghij-kmnpq', dj.token, dj.password])
      expect(await refusal(headOf(wrong))).toBe('401 ENCODER_PASSWORD')
    expect(await refusal(headOf(null, { headers: [`Authorization: Bearer ${dj.token}`] }))).toBe(
      '401 ENCODER_PASSWORD',
    )
    expect(await refusal(headOf(null, { headers: ['Authorization: Basic ???'] }))).toBe(
      '401 ENCODER_PASSWORD',
    )
  })

  it('[EN3] for a show that has not begun or is over: 409 with the reason, which the DJ sees too', async () => {
    expect(await refusal(headOf(password))).toBe('409 WRONG_STATE')
    expect((await view()).note).toMatchObject({
      reason: 'TURNED_AWAY',
      message: expect.stringContaining('not started'),
    })
    await goLive()
    await end()
    expect(await refusal(headOf(password))).toBe('409 WRONG_STATE')
    expect((await station.call(renewEncoderPassword, { as: dj, params: { id } })).status).toBe(409)
  })

  it('[EN3] for a show that was deleted: 401', async () => {
    await station.call(deleteBroadcast, { as: dj, params: { id } })
    expect(await refusal(headOf(password))).toBe('401 ENCODER_PASSWORD')
  })

  it('[EN3] with another format, as it says itself: 415', async () => {
    await goLive()
    expect(await refusal(headOf(password, { headers: ['Content-Type: audio/mpeg'] }))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
    expect((await view()).note?.message).toContain('not audio/mpeg')
  })

  it.each([
    ['MP3', Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0]), 'NOT_OGG'],
    ['words', Buffer.from('what is this, and what is it for?'), 'NOT_OGG'],
  ])('[EN3] with %s that calls itself Ogg: closed, and the DJ is told', async (_, bytes, reason) => {
    await goLive()
    await program().send(bytes).ended
    expect((await until(({ note }) => note !== null)).note?.reason).toBe(reason)
  })

  it('[EN11] with one channel, or a low rate: closed, and the DJ is told', async () => {
    await goLive()
    for (const file of ['-ac 1', '-ac 2 -ar 24000']) {
      const { stdout } = spawnSync('ffmpeg', [
        ...'-v error -f lavfi -i sine=duration=1'.split(' '),
        ...file.split(' '),
        ...'-c:a libopus -f ogg -'.split(' '),
      ])
      await program().send(stdout).ended
      const { note } = await until((encoder) => encoder.note?.reason === 'LOW_QUALITY')
      expect(note?.message).toContain('stereo')
      await renewPassword()
    }
  })

  it.each([
    ['HTTP that is none', 'PUT /studio.ogg HTTP/9\r\n\r\n', '400 INVALID_INPUT'],
    ['a head over 8 KiB', `PUT /studio.ogg HTTP/1.1\r\nA: ${'x'.repeat(9_000)}`, '431 INVALID_INPUT'],
    [
      'two lengths',
      'PUT /studio.ogg HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
      '400 INVALID_INPUT',
    ],
  ])('[EN6] with %s', async (_, first, expected) => {
    expect(await refusal(first)).toBe(expected)
  })

  it('[EN3] while somebody else is the source: 409', async () => {
    await goLive()
    await onAir()
    const admins = await station.call(renewEncoderPassword, { as: station.admin, params: { id } })
    await until(({ source }) => source === null)
    const ofAdmin = program(headOf(admins.data.password))
    expect(await ofAdmin.answer()).toBe('HTTP/1.0 200 OK')
    ofAdmin.send(song())
    await until(({ source }) => source !== null)
    const socket = new WebSocket(`${station.socketOrigin}/ws/live?broadcastId=${id}`, {
      headers: { authorization: `Bearer ${dj.token}` },
    })
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(409)
    socket.on('error', () => {}) // it is ended before it was open
    socket.terminate()
  })
})

describe('bounds', () => {
  it('[EN18] an address that tries too many wrong passwords has to wait, whatever it tries next', async () => {
    const busy = await startStation()
    const knock = () => new Program(busy.origin, headOf('wrong')).ended
    const replies: string[] = []
    while (replies.length < 350) replies.push(...(await Promise.all(Array.from({ length: 50 }, knock))))
    const isLimited = (text: string) => text.startsWith('HTTP/1.1 429') && text.includes('Retry-After: 60')
    expect(replies.slice(0, 300).filter((text) => text.startsWith('HTTP/1.1 401'))).toHaveLength(300)
    expect(replies.filter(isLimited).length).toBeGreaterThan(0)
    await busy.close()
  })

  it('[EN17] the station stops: the program hears the end, and may come back to the next one', async () => {
    await goLive()
    const one = await onAir()
    await station.restart()
    await one.ended
    await until(({ source }) => source === null)
    expect(await program().answer()).toBe('HTTP/1.0 200 OK')
  })
})
