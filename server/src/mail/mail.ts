/** A mail to one person. */
export type Mail = { to: string; subject: string; text: string }

/** Delivers mails: to a mail server, or into a folder. */
export type Transport = {
  /** Rejects when the mail was not taken. */
  deliver(mail: Mail): Promise<void>
  /** Idempotent. */
  close(): void
}

/** Sender of a mail: as MAIL_FROM has it, or a name and an address. */
export type Sender = string | { name: string; address: string }
