import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { banUser, changePassword, changeRole } from '@carillon/contract/auth'
import {
  createBroadcast,
  deleteBroadcast,
  endBroadcast,
  startBroadcast,
  startTest,
} from '@carillon/contract/broadcasts'
import {
  type Encoder,
  getEncoder,
  renewEncoderPassword,
  withdrawEncoderPassword,
} from '@carillon/contract/encoder'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { Ear } from '../src/features/stream/testing.ts'
import { captureNamed } from '../src/media/fixtures/captures.ts'
import { headOf, Program, song, startFfmpeg } from './support/encoder.ts'
import { complaints } from './support/judges.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

let station: TestStation
let dj: Member
let id: number
let password: string
const programs: Program[] = []
let people = 0

beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())
beforeEach(async () => {
  dj = await station.as('DJ', `dj${++people}`)
  id = (await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })).data.id
  password = (await station.call(renewEncoderPassword, { as: dj, params: { id } })).data.password
})
afterEach(async () => {
  for (const program of programs.splice(0)) program.socket.destroy()
  await station.call(endBroadcast, { as: station.admin, params: { id } })
})

const goLive = () => station.call(startBroadcast, { as: dj, params: { id } })
const end = () => station.call(endBroadcast, { as: dj, params: { id } })
const view = async () => (await station.call(getEncoder, { as: dj, params: { id } })).data

function program(first = headOf(password)): Program {
  const one = new Program(station.origin, first)
  programs.push(one)
  return one
}

/** A program that is on air, with sound. */
async function onAir(): Promise<Program> {
  const one = program()
  expect(await one.answer()).toBe('HTTP/1.0 200 OK')
  one.send(song())
  await until(({ source }) => source?.kind === 'ENCODER' && source.receivedBytes > 0)
  return one
}

async function until(isSo: (encoder: Encoder) => boolean): Promise<Encoder> {
  for (;;) {
    const encoder = await view()
    if (isSo(encoder)) return encoder
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function refusal(first: string): Promise<string> {
  const heard = await program(first).ended
  const code = /"code":"(\w+)"/.exec(heard)?.[1] ?? ''
  return `${heard.split(' ')[1]} ${code}`.trim()
}

/** The pitch of what sounds in a stream, without its silence. */
function pitchOf(bytes: Buffer): number {
  const filter = 'silenceremove=stop_periods=-1:stop_duration=0.02:stop_threshold=-45dB,astats'
  const { stderr } = spawnSync('ffmpeg', ['-v', 'info', '-i', '-', '-af', filter, '-f', 'null', '-'], {
    input: bytes,
    encoding: 'utf8',
  })
  return (Number(/Zero crossings rate: ([\d.]+)/.exec(stderr)?.[1]) * 48_000) / 2
}

describe('programs of every kind', () => {
  it.each([
    [
      'PUT that waits to be asked on',
      { headers: ['Content-Type: audio/ogg', 'Expect: 100-continue'] },
      'HTTP/1.1 100 Continue',
    ],
    ['PUT', {}, 'HTTP/1.0 200 OK'],
    ['SOURCE of older ones', { line: 'SOURCE /studio.ogg ICE/1.0' }, 'HTTP/1.0 200 OK'],
    ['SOURCE of libshout', { line: 'SOURCE /studio.ogg HTTP/1.0', headers: [] }, 'HTTP/1.0 200 OK'],
  ])('[EN1] %s is let in', async (_, change, answer) => {
    await goLive()
    const one = program(headOf(password, change))
    expect(await one.answer()).toBe(answer)
    one.send(song())
    const { source } = await until(
      (encoder) => encoder.source?.kind === 'ENCODER' && encoder.source.receivedBytes > 0,
    )
    expect(source).toMatchObject({
      kind: 'ENCODER',
      program: 'test',
      receivedBytes: song().length,
      droppedChunks: 0,
    })
    expect((await view()).note).toBeNull()
  })

  it('[EN1] however the password is typed, and whatever the name before it', async () => {
    await goLive()
    const typed = password.toUpperCase().replaceAll('-', ' ')
    const one = program(headOf(null, { headers: [`authorization: basic ${btoa(`anybody:${typed}`)}`] }))
    expect(await one.answer()).toBe('HTTP/1.0 200 OK')
  })

  it('[EN1] a head that comes byte by byte, with sound behind it in the same packet', async () => {
    await goLive()
    const head = headOf(password)
    const one = program()
    one.socket.destroy()
    const slow = program('')
    for (const letter of head.slice(0, -1)) {
      slow.send(letter)
      await new Promise((resolve) => setImmediate(resolve))
    }
    slow.send(Buffer.concat([Buffer.from('\n'), song()]))
    expect(await slow.answer()).toBe('HTTP/1.0 200 OK')
    await until(({ source }) => source?.kind === 'ENCODER' && source.receivedBytes === song().length)
  })

  it.each([
    [
      'chunked',
      ['Transfer-Encoding: chunked'],
      Buffer.concat([Buffer.from(`${song().length.toString(16)}\r\n`), song(), Buffer.from('\r\n0\r\n\r\n')]),
    ],
    ['of a length', [`Content-Length: ${song().length}`], song()],
  ])('[EN7] a body that is %s is thanked for at its end', async (_, headers, body) => {
    await goLive()
    const one = program(headOf(password, { headers: ['Expect: 100-continue', ...headers] }))
    expect(await one.answer()).toBe('HTTP/1.1 100 Continue')
    expect(await one.send(body).ended).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.0 200 OK\r\n/)
    expect((await until(({ note }) => note !== null)).note?.reason).toBe('LEFT')
  })

  it('[EN7] a body that comes in one packet with its head, and with the end behind it, is thanked for', async () => {
    await goLive()
    const one = program(headOf(password, { headers: ['Expect: 100-continue'] }) + song().toString('latin1'))
    one.socket.end()
    expect(await one.ended).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.0 200 OK\r\n/)
    expect((await until(({ note }) => note !== null)).note?.reason).toBe('LEFT')
  })

  it.each([
    ['of a length of nothing', ['Content-Length: 0'], false],
    ['that ends before it begins', [], true],
  ])("[EN7] a body %s is thanked for, and takes nobody's place", async (_, headers, isEnding) => {
    await goLive()
    const first = await onAir()
    const one = program(headOf(password, { headers }))
    if (isEnding) one.socket.end()
    expect(await one.ended).toMatch(/^HTTP\/1\.0 200 OK\r\n/)
    expect((await view()).source).toMatchObject({ kind: 'ENCODER' })
    expect(first.socket.destroyed).toBe(false)
  })

  it('[EN1] libshout asks first what there is, and is told that PUT is', async () => {
    expect(
      await program('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: TLS/1.0\r\n\r\n').ended,
    ).toMatch(/^HTTP\/1\.1 200 OK\r\nAllow: .*PUT/)
  })
})

describe('ffmpeg', () => {
  it('[EN2] is heard; killed and started again, listeners go on in one logical stream', {
    timeout: 90_000,
  }, async () => {
    await goLive()
    const first = startFfmpeg(station.origin, password)
    await until(({ source }) => source?.kind === 'ENCODER' && source.receivedBytes > 20_000)
    const ear = new Ear(`${station.origin}/live.ogg?delay=low`)
    await ear.received(60_000)
    first.kill('SIGKILL')
    await once(first, 'close')
    expect((await until(({ source }) => source === null)).note?.reason).toBe('LEFT')
    const second = startFfmpeg(station.origin, password)
    await until(({ source }) => source?.kind === 'ENCODER' && source.receivedBytes > 40_000)
    await ear.received(ear.bytes.length + 20_000)
    expect(ear.isEnded).toBe(false)
    second.kill('SIGTERM')
    await once(second, 'close')
    await end()
    await ear.ended()
    expect(await complaints(ear.bytes)).toEqual([])
    const pitchHz = pitchOf(ear.bytes)
    expect(pitchHz).toBeGreaterThan(430)
    expect(pitchHz).toBeLessThan(450)
  })
})

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
      message: expect.stringContaining('not begun'),
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
      await station.call(renewEncoderPassword, { as: dj, params: { id } }).then(({ data }) => {
        password = data.password
      })
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
    const socket = new WebSocket(`${station.socketOrigin}/ws/live?broadcastId=${id}`, {
      headers: { authorization: `Bearer ${dj.token}` },
    })
    const [, response] = await once(socket, 'unexpected-response')
    expect(response.statusCode).toBe(409)
    socket.on('error', () => {}) // it is ended before it was open
    socket.terminate()
  })
})

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

describe('one source at a time', () => {
  const dial = async () => {
    const socket = new WebSocket(`${station.socketOrigin}/ws/live?broadcastId=${id}`, {
      headers: { authorization: `Bearer ${dj.token}` },
    })
    socket.on('error', () => {}) // what becomes of it is read from its close
    await once(socket, 'open')
    for (const chunk of captureNamed('chromium-desktop').chunks) socket.send(chunk)
    return socket
  }

  it('[EN13] a program takes over from the browser and from an older program of the same DJ', async () => {
    await goLive()
    const browser = await dial()
    await until(({ source }) => source?.kind === 'BROWSER')
    const closed = once(browser, 'close')
    const older = await onAir()
    expect((await closed)[0]).toBe(4002)
    const newer = program()
    expect(await newer.answer()).toBe('HTTP/1.0 200 OK')
    await older.ended
    expect((await view()).source?.kind).toBe('ENCODER')
  })

  it('[EN13] the browser takes back, and the program that knocks again waits until the browser is gone', async () => {
    await goLive()
    const one = await onAir()
    const browser = await dial()
    await one.ended
    await until(({ source, note }) => source?.kind === 'BROWSER' && note?.reason === 'REPLACED')
    expect(await refusal(headOf(password))).toBe('409 SOURCE_TAKEN')
    expect((await view()).source?.kind).toBe('BROWSER')
    browser.close()
    await until(({ source }) => source === null)
    expect(await program().answer()).toBe('HTTP/1.0 200 OK')
  })

  it('[EN15] a test that goes live keeps its program', async () => {
    await station.call(startTest, { as: dj, params: { id } })
    const one = await onAir()
    await goLive()
    expect((await view()).source?.kind).toBe('ENCODER')
    expect(one.socket.destroyed).toBe(false)
    const ear = new Ear(`${station.origin}/live.ogg?delay=low`)
    one.send(song(2))
    await ear.received(song().length)
    ear.leave()
  })
})

describe('song titles', () => {
  const tell = (authorization?: string, method = 'GET') =>
    fetch(`${station.origin}/admin/metadata?mode=updinfo&mount=/studio.ogg&song=Harana`, {
      method,
      ...(authorization && { headers: { authorization } }),
    })

  it('[EN14] are thanked for, with the password alone', async () => {
    for (const method of ['GET', 'POST']) {
      const reply = await tell(`Basic ${btoa(`source:${password}`)}`, method)
      expect(reply.status).toBe(200)
      expect(await reply.text()).toContain('<return>1</return>')
    }
    const refused = await tell()
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic/)
    expect((await tell(`Bearer ${dj.token}`)).status).toBe(401)
  })
})

describe('bounds', () => {
  it('[EN18] an address that tries too many wrong passwords has to wait, whatever it tries next', async () => {
    const busy = await startStation()
    const knock = () => new Program(busy.origin, headOf('wrong')).ended
    const heard: string[] = []
    while (heard.length < 350) heard.push(...(await Promise.all(Array.from({ length: 50 }, knock))))
    const isLimited = (text: string) => text.startsWith('HTTP/1.1 429') && text.includes('Retry-After: 60')
    expect(heard.slice(0, 300).filter((text) => text.startsWith('HTTP/1.1 401'))).toHaveLength(300)
    expect(heard.filter(isLimited).length).toBeGreaterThan(0)
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
