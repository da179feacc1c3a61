import { once } from 'node:events'
import { connect } from 'node:net'
import {
  createBroadcast,
  endBroadcast,
  startBroadcast,
  startTest,
} from '@carillon/contract/broadcasts/endpoints'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

const STATION_NAME = 'Radyo Ñ & <Friends>'

let station: TestStation
let dj: Member
beforeAll(async () => {
  station = await startStation({ stationName: STATION_NAME })
  dj = await station.as('DJ')
})
afterAll(() => station.close())

async function show(): Promise<number> {
  const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
  onTestFinished(async () => {
    await station.call(endBroadcast, { as: dj, params: { id: data.id } })
  })
  return data.id
}

async function goLive(): Promise<number> {
  const id = await show()
  await station.call(startBroadcast, { as: dj, params: { id } })
  return id
}

/** The head of a reply as it is on the wire, read as UTF-8. */
async function headOf(path: string, method = 'GET', headers: string[] = []): Promise<string> {
  const { port, hostname } = new URL(station.origin)
  const socket = connect(Number(port), hostname)
  socket.write([`${method} ${path} HTTP/1.1`, 'Host: radio.example', ...headers, '\r\n'].join('\r\n'))
  let received = Buffer.alloc(0)
  while (!received.includes('\r\n\r\n')) {
    const [bytes] = await once(socket, 'data')
    received = Buffer.concat([received, bytes])
  }
  socket.destroy()
  return received.toString('utf8').split('\r\n\r\n', 1)[0] ?? ''
}

describe('the mounts', () => {
  it('[ST34] name themselves to players and relays', async () => {
    await goLive()
    for (const method of ['GET', 'HEAD']) {
      const lines = (await headOf('/live.ogg', method, ['Icy-MetaData: 1'])).split('\r\n')
      expect(lines).toEqual(
        expect.arrayContaining([
          `icy-name: ${STATION_NAME}`,
          `icy-description: Live from ${STATION_NAME}`,
          'icy-genre: College',
          'icy-url: http://radio.example',
          'icy-br: 96',
          'icy-pub: 0',
          'ice-audio-info: ice-samplerate=48000;ice-bitrate=96;ice-channels=2',
        ]),
      )
      expect(lines.join()).not.toContain('icy-metaint')
    }
  })

  it('[ST34] a test does not', async () => {
    const id = await show()
    await station.call(startTest, { as: dj, params: { id } })
    const head = await headOf(`/test/${id}.ogg`, 'HEAD', [`Authorization: Bearer ${dj.token}`])
    expect(head).toContain('200 OK')
    expect(head).not.toContain('icy-')
  })

  it.each(['/live.ogg', '/live.mp3'])('[ST36] a page of another site may ask for %s', async (path) => {
    const reply = await fetch(station.origin + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://player.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'icy-metadata,range',
      },
    })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    expect(reply.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(reply.headers.get('access-control-allow-headers')).toBe('Icy-MetaData, Range')
  })
})

describe('the listener count', () => {
  const stats = async (path: string) => {
    const reply = await fetch(station.origin + path)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    return reply
  }

  it('[ST37] as Icecast tells it, whatever mount is named', async () => {
    expect(await (await stats('/status-json.xsl')).json()).toEqual({
      icestats: { host: '127.0.0.1', server_id: 'Carillon' },
    })
    await goLive()
    const probe = new ListenerProbe(`${station.origin}/live.ogg`)
    await probe.received(1)
    const source = {
      listenurl: `${station.origin}/live.ogg`,
      listeners: 1,
      listener_peak: 1,
      server_name: STATION_NAME,
      title: 'Harana Hour',
      bitrate: 96,
    }
    const reply = await stats('/status-json.xsl?mount=/studio.ogg')
    expect(await reply.json()).toMatchObject({ icestats: { source } })
    probe.leave()
  })

  it.each(['/7.xsl', '/7.html'])('[ST37] as Shoutcast tells it: %s', async (path) => {
    expect(await (await stats(path)).text()).toBe('<html><body>0,0,0,0,0,0,</body></html>\n')
    await goLive()
    const probe = new ListenerProbe(`${station.origin}/live.ogg`)
    await probe.received(1)
    const reply = await stats(path)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await reply.text()).toBe('<html><body>1,1,1,0,1,96,Harana Hour</body></html>\n')
    probe.leave()
  })
})

describe('playlists', () => {
  const listOf = async (extension: string) => {
    const reply = await fetch(`${station.origin}/live.${extension}`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    return { type: reply.headers.get('content-type'), text: await reply.text() }
  }

  it('[ST35] /live.m3u', async () => {
    expect(await listOf('m3u')).toEqual({
      type: 'audio/x-mpegurl',
      text: `#EXTM3U\r\n#EXTINF:-1,${STATION_NAME}\r\n${station.origin}/live.ogg\r\n`,
    })
  })

  it('[ST35] /live.pls', async () => {
    const { type, text } = await listOf('pls')
    expect(type).toBe('audio/x-scpls')
    expect(text.split('\r\n')).toEqual([
      '[playlist]',
      'NumberOfEntries=1',
      `File1=${station.origin}/live.ogg`,
      `Title1=${STATION_NAME}`,
      'Length1=-1',
      'Version=2',
      '',
    ])
  })

  it('[ST35] /live.xspf', async () => {
    const { type, text } = await listOf('xspf')
    expect(type).toBe('application/xspf+xml')
    expect(text).toContain(`<location>${station.origin}/live.ogg</location>`)
    expect(text).toContain('<title>Radyo Ñ &amp; &lt;Friends&gt;</title>')
  })
})
