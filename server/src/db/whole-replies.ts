import type { PGlite } from '@electric-sql/pglite'

/** The first bytes of messages that the server need not answer before a Sync: Parse, Bind, Describe, Execute, Close. */
const ANSWERED_BY_SYNC = new Set(Buffer.from('PBDEC'))

/**
 * The same database for its socket server, which hands it a message at a time: those of a statement are carried out
 * together, and what they answer leaves in one piece, up to ReadyForQuery. PostgreSQL, Extended Query: a server may
 * hold its answers back until Sync, and ignores what follows an error up to it.
 *
 * For one connection alone: what has come of a statement belongs to whoever sends next.
 */
export function answerWhole(db: PGlite): PGlite {
  const asked: Uint8Array[] = []

  const execProtocolRawStream: PGlite['execProtocolRawStream'] = async (message, options) => {
    // A startup packet, which alone begins with a zero: whoever was connected before is gone.
    if (message[0] === 0) asked.length = 0
    asked.push(message)
    if (ANSWERED_BY_SYNC.has(message[0] ?? 0)) return
    const answers: Uint8Array[] = []
    // NOTE: nothing waits to be brought to the disk: this file system writes through, and asking costs 20 us.
    await db.execProtocolRawStream(Buffer.concat(asked.splice(0)), {
      ...options,
      syncToFs: false,
      onRawData: (bytes) => answers.push(bytes.slice()),
    })
    if (answers.length > 0) options?.onRawData?.(Buffer.concat(answers))
  }

  return new Proxy(db, {
    get(target, name) {
      if (name === 'execProtocolRawStream') return execProtocolRawStream
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
