import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Mutation, mutate } from './mutation.ts'

/** The workspaces: links to folders of the project, which have to be those of the copy. */
const OWN_PACKAGES = '@carillon'
/** Built by programs, and no part of what git knows. */
const BUILT = 'web/dist'

/** A copy of the project as it stands, with what is not committed yet, where things can be broken. */
export class Scratch {
  readonly #folder = mkdtempSync(join(tmpdir(), 'carillon-mutations-'))

  /** Copies the project; the caller removes it. */
  constructor(root: string) {
    try {
      this.#copy(root)
    } catch (error) {
      this.remove()
      throw error
    }
  }

  /** Path of the copy. */
  get root(): string {
    return join(this.#folder, 'copy')
  }

  /** A temporary folder for what is run in the copy: a test that was broken leaves things behind. */
  get temp(): string {
    return join(this.#folder, 'tmp')
  }

  /** Breaks the copy; gives what mends it. Throws where the mutation does not fit. */
  apply(mutation: Mutation): () => void {
    const path = join(this.root, mutation.file)
    const text = readFileSync(path, 'utf8')
    const mutated = mutate(text, mutation)
    if (!mutated.ok) throw new Error(`${mutation.id}: ${mutated.error}`)
    writeFileSync(path, mutated.text)
    return () => writeFileSync(path, text)
  }

  /** Idempotent. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #copy(root: string): void {
    mkdirSync(this.temp, { recursive: true })
    // Servers that tests start as another user, such as Icecast, have their files in it.
    chmodSync(this.#folder, 0o755)
    for (const file of filesOf(root)) cpSync(join(root, file), join(this.root, file))
    linkPackages(join(root, 'node_modules'), join(this.root, 'node_modules'))
    if (existsSync(join(root, BUILT))) symlinkSync(join(root, BUILT), join(this.root, BUILT))
  }
}

/** Files that git tracks, and those that it would. A file that was deleted may still be among them. */
function filesOf(root: string): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const names = execFileSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return names.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))
}

/** Links each package. What tools keep there, in hidden folders, stays apart, but for the commands. */
function linkPackages(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    if (name.startsWith('.') && name !== '.bin') continue
    if (name === OWN_PACKAGES) copyLinks(join(from, name), join(to, name))
    else link(join(from, name), join(to, name))
  }
}

function copyLinks(from: string, to: string): void {
  for (const name of readdirSync(from)) link(readlinkSync(join(from, name)), join(to, name))
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
