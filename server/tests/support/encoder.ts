import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { demux, packetsOf } from '@carillon/media/fixtures/demux'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { buildPage, firstPageFlag } from '@carillon/media/ogg/page'

const packets = packetsOf(demux(captureNamed('chromium-desktop').chunks))

/** Bytes of a song from a program: its headers and a few seconds of sound. */
export function song(serialNumber = 1): Buffer {
  const muxer = new OggMuxer({ serialNumber })
  return Buffer.concat([
    muxer.headerPages(),
    muxer.page(packets.slice(0, 20)),
    muxer.page(packets.slice(20, 40)),
  ])
}

const ID_HEADERS = {
  /** RFC 7845 s5.1: version, channels, pre-skip, input sample rate, gain, mapping. */
  mono: Buffer.from('OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0', 'latin1'),
  /** Vorbis I s4.2.2. */
  vorbis: Buffer.from('\x01vorbis\0\0\0\0\x02\x44\xac\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xb8\x01', 'latin1'),
  /** FLAC in Ogg: the signature of a mapping, and of the stream in it. */
  flac: Buffer.from(`\x7fFLAC\x01\0\0\x01fLaC${'\0'.repeat(38)}`, 'latin1'),
}

/** The first page of an Ogg stream of another format, as ffmpeg and others send it. */
export function headerOf(format: keyof typeof ID_HEADERS): Buffer {
  const packet = ID_HEADERS[format]
  const header = { flags: firstPageFlag, granulePosition: 0, serialNumber: 1, sequence: 0 }
  return Buffer.from(buildPage(header, Uint8Array.of(packet.length), packet))
}

/** Request head of a source, in the form of newer programs unless told otherwise. */
export function headOf(
  password: string | null,
  change: Partial<{ line: string; headers: string[] }> = {},
): string {
  const { line = 'PUT /studio.ogg HTTP/1.1', headers = ['Content-Type: application/ogg'] } = change
  const basic = password === null ? [] : [`Authorization: Basic ${btoa(`source:${password}`)}`]
  return [line, 'Host: station', 'User-Agent: test', ...basic, ...headers, '\r\n'].join('\r\n')
}

/** A program that speaks the source protocol by hand. */
export class Program {
  readonly socket: Socket
  readonly ended: Promise<string>
  #received = ''
  #wake = () => {}

  constructor(origin: string, first = '') {
    const { port, hostname } = new URL(origin)
    this.socket = connect(Number(port), hostname)
    this.socket.on('error', () => {}) // what becomes of it is read from what it heard
    this.socket.on('data', (bytes) => {
      this.#received += bytes.toString('latin1')
      this.#wake()
    })
    this.ended = once(this.socket, 'close').then(() => this.#received)
    if (first) this.send(first)
  }

  send(bytes: string | Uint8Array): this {
    if (typeof bytes === 'string') this.socket.write(bytes, 'latin1')
    else this.socket.write(bytes)
    return this
  }

  /** The first line of the answer. */
  async answer(): Promise<string> {
    while (!this.#received.includes('\r\n') && !this.socket.destroyed)
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#wake = resolve
        }),
        this.ended,
      ])
    return this.#received.split('\r\n', 1)[0] ?? ''
  }
}

/** ffmpeg as a DJ's program: a tone of 440 Hz until it is ended. */
export function startFfmpeg(origin: string, password: string): ChildProcess {
  const tone = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-ac', '2']
  const opus = ['-c:a', 'libopus', '-b:a', '96k', '-f', 'ogg', '-content_type', 'application/ogg']
  const address = `icecast://source:${password}@${new URL(origin).host}/studio.ogg`
  return spawn('ffmpeg', ['-v', 'error', '-nostdin', ...tone, ...opus, address], { stdio: 'ignore' })
}
