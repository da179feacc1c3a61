import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Member, Station } from './station.ts'

export type SourceOptions = { frequencyHz?: number; bitrate?: number; channels?: number; sampleRate?: number }

/** The station, or what stands before it. */
export type Door = Pick<Station, 'socketUrl'>

/** A DJ without a browser: ffmpeg's WebM/Opus tone in real time, sent to /ws/live as it comes. */
export class ToneSource {
  readonly socket: WebSocket
  readonly messages: { type: string; [key: string]: unknown }[] = []
  /** Set once the socket is closed. */
  closed: { code: number; reason: string } | null = null
  #encoder: ChildProcess | null = null

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.stopSound()
    })
    socket.on('message', (data, isBinary) => {
      const text = data.toString()
      if (!isBinary && text.startsWith('{')) this.messages.push(JSON.parse(text))
    })
  }

  /** Connects and sends; resolves when the server has decoded the header. */
  static async start(
    station: Door,
    dj: Member,
    broadcastId: number,
    options: SourceOptions = {},
  ): Promise<ToneSource> {
    const source = await ToneSource.connect(station, dj, broadcastId)
    source.play(options)
    await source.accepted()
    return source
  }

  /** Opens the socket and sends nothing yet. Rejects when the handshake is refused. */
  static async connect(station: Door, dj: Member, broadcastId: number): Promise<ToneSource> {
    const socket = openSourceSocket(station, broadcastId, dj.api.token)
    const source = new ToneSource(socket)
    await once(socket, 'open')
    return source
  }

  /** Sends a new recording from its header on, in place of the one before. */
  play({ frequencyHz = 440, bitrate = 96_000, channels = 2, sampleRate = 48_000 }: SourceOptions = {}): void {
    this.stopSound()
    const encoder = spawn('ffmpeg', encoderArguments(frequencyHz, bitrate, channels, sampleRate), {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    encoder.stdout.on('data', (chunk: Buffer) => {
      if (this.#encoder === encoder && this.socket.readyState === WebSocket.OPEN) this.socket.send(chunk)
    })
    this.#encoder = encoder
  }

  /** Resolves at the next ACCEPTED, or at once when there was one. */
  async accepted(): Promise<void> {
    while (!this.messages.some(({ type }) => type === 'ACCEPTED')) {
      if (this.closed) throw new Error(`closed with ${this.closed.code} ${this.closed.reason}`)
      await Promise.race([once(this.socket, 'message'), once(this.socket, 'close')])
    }
  }

  /** Resolves with the close code and reason. */
  async untilClosed(): Promise<{ code: number; reason: string }> {
    if (!this.closed) await once(this.socket, 'close')
    return this.closed ?? { code: 1006, reason: '' }
  }

  stopSound(): void {
    this.#encoder?.kill('SIGKILL')
    this.#encoder = null
  }

  /** Cuts the connection as a pulled cable does: no close frame. */
  cut(): void {
    this.stopSound()
    this.socket.terminate()
  }

  close(): void {
    this.stopSound()
    this.socket.close(1000)
  }
}

/** A websocket to /ws/live, not awaited: for handshakes that should fail. */
export function openSourceSocket(
  station: Door,
  broadcastId: number,
  token: string | null,
  headers: Record<string, string> = {},
): WebSocket {
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  const url = station.socketUrl(`/ws/live?broadcastId=${broadcastId}`)
  return new WebSocket(url, { headers: { ...authorization, ...headers } })
}

/** The status of a refused handshake; 101 when it was accepted. */
export async function handshakeStatus(socket: WebSocket): Promise<number> {
  socket.on('error', () => {})
  const opened = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(([, reply]) => Number(reply.statusCode))
  const status = await Promise.race([opened, refused])
  socket.terminate()
  return status
}

/** Real time (-re), clusters of 250 ms without sizes (-live), as a browser's recorder writes them. */
function encoderArguments(
  frequencyHz: number,
  bitrate: number,
  channels: number,
  sampleRate: number,
): string[] {
  const tone = `sine=frequency=${frequencyHz}:sample_rate=${sampleRate}`
  const input = ['-loglevel', 'error', '-re', '-f', 'lavfi', '-i', tone, '-ac', String(channels)]
  const codec = ['-c:a', 'libopus', '-b:a', String(bitrate), '-vbr', 'off', '-frame_duration', '60']
  return [
    ...input,
    ...codec,
    '-f',
    'webm',
    '-live',
    '1',
    '-cluster_time_limit',
    '240',
    '-flush_packets',
    '1',
    '-',
  ]
}
