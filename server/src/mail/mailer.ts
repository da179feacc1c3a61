import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import type { Mail, Sender, Transport } from './mail.ts'
import { createOutbox } from './outbox.ts'
import { createSmtp } from './smtp.ts'

/** Takes mails and sends them when their turn comes: nobody waits for a mail server. */
export type Mailer = {
  /** `write` gives the mail when its turn has come, or null for none. What fails is logged, what is too much refused. */
  post(write: () => Promise<Mail | null>): void
  /** Takes nothing more, and waits up to 2 s for the mails under way. Idempotent. */
  close(): Promise<void>
}

/** The settings that mail has, and who is told. */
export type MailerOptions = {
  settings: {
    smtpUrl: string | null
    mailFrom: string | null
    publicUrl: string | null
    stationName: string
    dataDir: string
  }
  clock: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

export const MAX_WAITING = 200
export const MAX_AT_WORK = 2
/** A mail server that hangs does not keep the station from stopping. */
const CLOSE_LIMIT_MS = 2_000

/** Mail by SMTP_URL; without it, into the folder `outbox`, each file named in the log. */
export function createMailer({ settings, clock, log }: MailerOptions): Mailer {
  const from = senderOf(settings)
  if (settings.smtpUrl) return lineUp(createSmtp(settings.smtpUrl, from), log)
  const onWritten = (path: string) => log.info({ path }, 'mail written; set SMTP_URL to have it sent')
  const folder = join(settings.dataDir, 'outbox')
  return lineUp(createOutbox({ folder, from, clock, onWritten }), log)
}

/** Two at work, two hundred in line; the mail that comes then is lost, and the log says so. */
export function lineUp(transport: Transport, log: MailerOptions['log']): Mailer {
  const line: Array<() => Promise<Mail | null>> = []
  const atWork = new Set<Promise<void>>()
  let isClosed = false

  async function deliver(write: () => Promise<Mail | null>): Promise<void> {
    try {
      const mail = await write()
      if (mail) await transport.deliver(mail)
    } catch (error) {
      log.error({ err: error }, 'a mail could not be sent')
    }
  }

  function next(): void {
    if (isClosed || atWork.size >= MAX_AT_WORK) return
    const write = line.shift()
    if (!write) return
    const delivery = deliver(write).then(() => {
      atWork.delete(delivery)
      next()
    })
    atWork.add(delivery)
  }

  return {
    post(write) {
      if (isClosed || line.length >= MAX_WAITING) {
        log.warn({ waiting: line.length }, 'too many emails are waiting: one was dropped')
        return
      }
      line.push(write)
      next()
    },
    async close() {
      isClosed = true
      if (line.length > 0) log.warn({ waiting: line.length }, 'mails that were waiting are lost')
      line.length = 0
      await Promise.race([Promise.all(atWork), delay(CLOSE_LIMIT_MS, undefined, { ref: false })])
      if (atWork.size > 0) log.warn({ atWork: atWork.size }, 'emails being sent are abandoned')
      transport.close()
    },
  }
}

function senderOf({ mailFrom, publicUrl, stationName }: MailerOptions['settings']): Sender {
  if (mailFrom) return mailFrom
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  return { name: stationName, address: `no-reply@${host}` }
}
