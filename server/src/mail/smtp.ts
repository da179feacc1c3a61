import { createTransport } from 'nodemailer'
import type { Sender, Transport } from './mail.ts'

/** A mail server that hangs holds one mail for at most this long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const MAX_CONNECTIONS = 2

/** Delivers by SMTP (RFC 5321), over TLS where the server offers it, with connections kept for the next mail. */
export function createSmtp(url: string, from: Sender): Transport {
  const pool = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    ...TIMEOUTS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async deliver({ to, subject, text }) {
      // An address of its own, not text to be parsed: whatever stands in it, it stays one recipient.
      await pool.sendMail({ from, to: { name: '', address: to }, subject, text })
    },
    close: () => pool.close(),
  }
}
