import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { getBroadcast, startTest } from '@carillon/contract/broadcasts/endpoints'
import { listSongs } from '@carillon/contract/plays/endpoints'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { headerOf, headOf, song, startFfmpeg } from './support/encoder.ts'
import {
  dj,
  end,
  goLive,
  hasSent,
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
import { complaints } from './support/stream-validators.ts'

useEncoderShow()

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
    await onAir(headOf(password, change), answer)
    // It may come in several packets.
    const { source, note } = await until(hasSent(song().length - 1))
    expect(source).toMatchObject({
      kind: 'ENCODER',
      program: 'test',
      receivedBytes: song().length,
      droppedChunks: 0,
    })
    expect(note).toBeNull()
  })

  it('[EN25] DarkIce, which ends the lines of its head with a bare line feed, is let in', async () => {
    await goLive()
    const lines = [
      'SOURCE /studio.ogg HTTP/1.0',
      'Content-type: application/ogg',
      `Authorization: Basic ${btoa(`source:${password}`)}`,
      'User-Agent: DarkIce/1.3 (http://code.google.com/p/darkice/)',
      'ice-bitrate: 96\r\n\r\n',
    ]
    await onAir(lines.join('\n'))
    const { source } = await until(hasSent(song().length - 1))
    expect(source).toMatchObject({ program: expect.stringMatching(/^DarkIce/) })
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
    for (const character of head.slice(0, -1)) {
      slow.send(character)
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
    timeout: 300_000,
  }, async () => {
    await goLive()
    const first = startFfmpeg(station.origin, password)
    await until(hasSent(20_000))
    const probe = new ListenerProbe(`${station.origin}/live.ogg?delay=low`)
    await probe.received(60_000)
    first.kill('SIGKILL')
    await once(first, 'close')
    expect((await until(({ source }) => source === null)).note?.reason).toBe('LEFT')
    const second = startFfmpeg(station.origin, password)
    await until(hasSent(40_000))
    await probe.received(probe.bytes.length + 20_000)
    expect(probe.isEnded).toBe(false)
    second.kill('SIGTERM')
    await once(second, 'close')
    await end()
    await probe.ended()
    expect(await complaints(probe.bytes)).toEqual([])
    const pitchHz = pitchOf(probe.bytes)
    expect(pitchHz).toBeGreaterThan(430)
    expect(pitchHz).toBeLessThan(450)
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
    newer.send(song())
    await older.ended
    expect((await view()).source?.kind).toBe('ENCODER')
  })

  it('[EN26] a program takes nobody’s place before it sends what can be heard', async () => {
    await goLive()
    const first = await onAir()
    const { source } = await view()
    const second = program()
    expect(await second.answer()).toBe('HTTP/1.0 200 OK')
    second.send(song().subarray(0, 30))
    for (const { bytes, reason } of [
      { bytes: headerOf('vorbis'), reason: 'NOT_OPUS' },
      { bytes: headerOf('flac'), reason: 'NOT_OPUS' },
      { bytes: headerOf('mono'), reason: 'LOW_QUALITY' },
    ]) {
      expect(await program().send(bytes).ended).toContain('200 OK')
      const { note } = await until((encoder) => encoder.note?.reason === reason)
      expect(note?.message).toMatch(/Opus|stereo/)
    }
    expect((await view()).source).toMatchObject({ since: source?.kind === 'ENCODER' && source.since })
    expect(first.socket.destroyed).toBe(false)
  })

  it('[EN27] two programs that reconnect: the one that took over stays while it is heard, and the DJ is told', {
    timeout: 300_000,
  }, async () => {
    await goLive()
    const first = await onAir()
    const second = program()
    await second.answer()
    second.send(song())
    await first.ended
    await until(hasSent(0))
    for (let tries = 0; tries < 3; tries++) {
      // It is heard all the while.
      second.send(song(2 + tries))
      expect(await refusal(headOf(password))).toBe('409 SOURCE_TAKEN')
    }
    const { source, note } = await view()
    expect(source?.kind).toBe('ENCODER')
    expect(note).toMatchObject({ reason: 'TWO_PROGRAMS', message: expect.stringContaining('Two encoders') })
    expect(second.socket.destroyed).toBe(false)
  })

  it('[EN27] one that is heard no longer is replaced, though its connection is there', {
    timeout: 300_000,
  }, async () => {
    await goLive()
    const first = await onAir()
    const stalled = program()
    await stalled.answer()
    stalled.send(song())
    await first.ended
    while ((await program().answer()) !== 'HTTP/1.0 200 OK')
      await new Promise((resolve) => setTimeout(resolve, 500))
  })

  it('[EN26] the reason stays while a program of the wrong format tries again, until one is heard', async () => {
    await goLive()
    await program().send(headerOf('vorbis')).ended
    const { note } = await until((encoder) => encoder.note !== null)
    const again = program()
    await again.answer()
    expect(await view()).toMatchObject({ source: null, note })
    again.send(song())
    await until(({ source, note }) => source?.kind === 'ENCODER' && note === null)
  })

  it('[EN26] one whose password is withdrawn before its format is known is closed', async () => {
    await goLive()
    const one = program()
    await one.answer()
    await renewPassword()
    await one.ended
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
    const probe = new ListenerProbe(`${station.origin}/live.ogg?delay=low`)
    one.send(song(2))
    await probe.received(song().length)
    probe.leave()
  })
})

describe('song titles', () => {
  const requestInfo = (authorization?: string, method = 'GET') =>
    fetch(`${station.origin}/admin/metadata?mode=updinfo&mount=/studio.ogg&song=Harana`, {
      method,
      ...(authorization && { headers: { authorization } }),
    })

  it('[EN14] are thanked for, with the password alone', async () => {
    for (const method of ['GET', 'POST']) {
      const reply = await requestInfo(`Basic ${btoa(`source:${password}`)}`, method)
      expect(reply.status).toBe(200)
      expect(await reply.text()).toContain('<return>1</return>')
    }
    const refused = await requestInfo()
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic/)
    expect((await requestInfo(`Bearer ${dj.token}`)).status).toBe(401)
  })

  it('[EN29] name what is playing while the program is heard, and stand in the sound log', async () => {
    const name = (query: string) =>
      fetch(`${station.origin}/admin/metadata?mode=updinfo&${query}`, {
        headers: { authorization: `Basic ${btoa(`source:${password}`)}` },
      })
    const playing = async () => (await station.call(getBroadcast, { params: { id } })).data.nowPlaying
    await goLive()
    expect((await name('song=Too%20early')).status).toBe(200)
    expect(await playing()).toBeNull()
    await onAir()
    expect((await name('song=Eraserheads%20-%20Alapaap')).status).toBe(200)
    expect(await playing()).toMatchObject({ title: 'Alapaap', artist: 'Eraserheads' })
    const { data: songs } = await station.call(listSongs, { params: { id } })
    expect(songs).toMatchObject([{ title: 'Alapaap', artist: 'Eraserheads', endedAt: null }])
    await name('mode=updinfo')
    expect(await playing()).toMatchObject({ title: 'Alapaap' })
    await name('song=')
    expect(await playing()).toBeNull()
  })
})
