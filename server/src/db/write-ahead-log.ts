import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

/** Below the folder of the database: what it was when it was last written down. */
export const CONTROL_FILE = 'global/pg_control'

/** Longer than a step of the clock of any disk's folders. */
const SETTLED_MS = 3_000
const SEGMENT = /^[0-9A-F]{24}$/
/** Whether a name is that of a segment of the log; later ones come later in order. */
export const isSegment = (name: string) => SEGMENT.test(name)

/**
 * The write-ahead log of the embedded database. PostgreSQL asks for checkpoints only where it runs as a server: here
 * nobody else does, so that the log would grow until the station stops. A dump is a base backup (PostgreSQL, Making a
 * Base Backup Using the Low Level API): while one is made, what a checkpoint would remove is kept for it in `kept`.
 */
export class WriteAheadLog {
  readonly #db: Kysely<unknown>
  readonly #database: string
  readonly #log: string
  /** Folder in which segments wait for the dump, on the same disk as the database. */
  readonly kept: string
  #isDumping = false
  #counted = { changedMs: 0, bytes: 0 }

  constructor(db: Kysely<unknown>, embeddedFolder: string) {
    this.#db = db
    this.#database = join(embeddedFolder, 'database')
    this.#log = join(this.#database, 'pg_wal')
    this.kept = join(embeddedFolder, 'dump-log')
  }

  /** Removes segments that an older program has made ready for later: they would count, and nothing else removes them. */
  async forgetSpare(): Promise<void> {
    await this.#inTurn(async (turn) => {
      const { rows } = await sql<{ name: string }>`
        SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name`.execute(turn)
      const current = rows[0]?.name
      const names = (await readdir(this.#log)).filter(isSegment)
      for (const name of names)
        if (current && name > current) await rm(join(this.#log, name), { force: true })
    })
  }

  /**
   * Returns the size of the log on the disk. A segment has its whole size from the beginning: as long as the folder is
   * as it was, so is the log.
   */
  async sizeBytes(): Promise<number> {
    const { mtimeMs } = await stat(this.#log)
    if (mtimeMs === this.#counted.changedMs) return this.#counted.bytes
    const bytes = await this.#countBytes()
    // The clock of a folder has steps: one that changed just now may change again without saying so.
    const isSettled = Date.now() - mtimeMs > SETTLED_MS
    this.#counted = { changedMs: isSettled ? mtimeMs : 0, bytes }
    return bytes
  }

  async #countBytes(): Promise<number> {
    const names = (await readdir(this.#log)).filter(isSegment)
    const sizes = await Promise.all(names.map((name) => sizeUnlessGone(join(this.#log, name))))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  /** Writes down what the log has, which then is not needed any more. */
  async checkpoint(): Promise<void> {
    await this.#inTurn(async (turn) => {
      if (this.#isDumping) {
        // No segment is half full: the checkpoint may begin in the next one.
        const { rows } = await sql<{ last: string }>`SELECT pg_walfile_name(pg_switch_wal()) AS last`.execute(
          turn,
        )
        await this.#keepUpTo(rows[0]?.last ?? '')
      }
      await sql`CHECKPOINT`.execute(turn)
    })
  }

  /** From here on the files of the database may be copied while they change. Begins with a checkpoint. */
  async beginDump(): Promise<void> {
    await this.forgetDump()
    await mkdir(this.kept, { mode: 0o700 })
    await this.#inTurn(async (turn) => {
      this.#isDumping = true
      await sql`SELECT pg_backup_start('dump', true)`.execute(turn)
    })
  }

  /** All that has been copied by now and the segments in `kept` are a whole database. Gives its `backup_label`. */
  async endDump(): Promise<string> {
    return this.#inTurn(async (turn) => {
      const { rows } = await sql<{ label: string; last: string }>`
        SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)`.execute(turn)
      this.#isDumping = false
      const [{ label, last } = { label: '', last: '' }] = rows
      await this.#keepUpTo(last)
      // Nothing writes it while we have the turn: it is not torn.
      await copyFile(join(this.#database, CONTROL_FILE), join(this.kept, 'pg_control'))
      return label
    })
  }

  /** Removes what was kept for a dump, made or given up; also what one of a process that was killed has left. */
  async forgetDump(): Promise<void> {
    if (this.#isDumping)
      await this.#inTurn(async (turn) => {
        this.#isDumping = false
        // One that could not begin cannot be ended either, and then there is nothing to end.
        await sql`SELECT pg_backup_stop(false)`.execute(turn).catch(() => undefined)
      })
    await rm(this.kept, { recursive: true, force: true })
  }

  /** The one connection: nothing else is written meanwhile. */
  #inTurn<Result>(work: (turn: Kysely<unknown>) => Promise<Result>): Promise<Result> {
    return this.#db.connection().execute(work)
  }

  async #keepUpTo(last: string): Promise<void> {
    for (const name of (await readdir(this.#log)).filter(isSegment)) {
      if (name > last) continue
      const [from, to] = [join(this.#log, name), join(this.kept, name)]
      await link(from, to).catch(() => copyWhole(from, to))
    }
  }
}

/** For disks without hard links. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, `${to}.part`)
  await rename(`${to}.part`, to)
}

async function sizeUnlessGone(path: string): Promise<number> {
  return (await stat(path).catch(() => ({ size: 0 }))).size
}
