import { createTransport } from 'nodemailer'
import { briefReasonOf, type Check, type Finding, fail, ok, warn } from '../check.ts'

const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 }

/** The mail server: whether it is there and lets us in. No mail is sent. */
export const checkMail: Check = {
  name: 'mail',
  async look({ config: { smtpUrl, mailFrom, publicUrl } }) {
    if (!smtpUrl)
      return [warn('SMTP_URL is not set: emails are written to outbox/ in DATA_DIR and reach nobody.')]
    const sender =
      mailFrom || publicUrl
        ? ok(`Mails come from ${mailFrom ?? `no-reply@${new URL(publicUrl ?? '').hostname}`}.`)
        : warn(
            'MAIL_FROM is not set, nor PUBLIC_URL: mails come from no-reply@localhost, which servers refuse.',
          )
    return [await verify(smtpUrl), sender]
  },
}

async function verify(url: string): Promise<Finding> {
  const transport = createTransport({ url, ...LIMITS, disableFileAccess: true, disableUrlAccess: true })
  const { host } = new URL(url)
  try {
    await transport.verify()
    return ok(`${host} accepts our mail.`)
  } catch (error) {
    return fail(`${host} does not accept our mail: ${briefReasonOf(error)}. Check SMTP_URL.`)
  } finally {
    transport.close()
  }
}
