import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server took it: whom the envelope names, and the text as it came. */
export type TakenMail = { from: string; to: string[]; text: string }

/** A mail server that takes everything. */
export type MailServer = {
  url: string
  taken: TakenMail[]
  /** The mail that is taken next, or was and has not been asked for yet. */
  next(): Promise<TakenMail>
  close(): Promise<void>
}

/** Starts a mail server on a port of its own; the caller closes it. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: TakenMail[] = []
  const arrivals = new EventEmitter()
  let asked = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        taken.push({ from, to: rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() })
        arrivals.emit('mail')
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    async next() {
      const index = asked++
      while (taken.length <= index) await once(arrivals, 'mail')
      return taken[index] as TakenMail
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The code that a mail brings: it stands in the subject. */
export function codeIn({ text }: { text: string }): string {
  const code = /^Subject: (\d{6}) /m.exec(text)?.[1]
  if (!code) throw new Error(`no code in: ${text}`)
  return code
}
