import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { environmentOf, lastOf, parseCopy, parseDockerfile, type Stage } from './dockerfile.ts'

/** An image executed without an engine: the folder that is its root, and its start command. */
export type TriedImage = {
  root: string
  stage: Stage
  command: string[]
  environment: Record<string, string>
}
export type TryOptions = { file: string; context: string; onStep: (words: string) => void }

const RUN_LIMIT_MS = 10 * 60_000
/** Folders at the root of an image that its steps may name. */
const OWN_FOLDERS = /(?<=^|[\s='"])\/(app|data|icecast)\b/g

/**
 * Carries out the steps of a Dockerfile as commands, each stage in an empty folder of its own. What is below stays this
 * machine's: packages are asked of apt without installing them, and files keep this user as their owner. Throws with the
 * step that failed. The caller removes `root`'s parent.
 */
export async function tryImage({ file, context, onStep }: TryOptions): Promise<TriedImage> {
  const stages = parseDockerfile(readFileSync(file, 'utf8'))
  const parent = mkdtempSync(join(tmpdir(), 'carillon-image-'))
  const roots = new Map<string, string>()
  let last: TriedImage | null = null
  for (const [at, stage] of stages.entries()) {
    const root = join(parent, String(at))
    mkdirSync(root)
    if (stage.name) roots.set(stage.name, root)
    await carryOut(stage, { root, roots, context, onStep })
    const environment = Object.fromEntries(
      Object.entries(environmentOf(stage)).map(([name, value]) => [
        name,
        value.replaceAll(/(^|:)\/(app|data)\b/g, `$1${root}/$2`),
      ]),
    )
    last = { root, stage, command: JSON.parse(lastOf(stage, 'CMD') ?? '[]'), environment }
  }
  if (!last) throw new Error(`${file} has no FROM`)
  return last
}

/** Arguments of `env` that give a command this environment and nothing of ours. */
export function commandWith(env: Record<string, string>, command: readonly string[]): string[] {
  return ['-i', ...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...command]
}

type Place = { root: string; roots: Map<string, string>; context: string; onStep: TryOptions['onStep'] }

async function carryOut(stage: Stage, place: Place): Promise<void> {
  let folder = place.root
  for (const { name, rest, line } of stage.instructions) {
    if (name === 'WORKDIR') {
      folder = join(place.root, rest)
      mkdirSync(folder, { recursive: true })
    } else if (name === 'COPY') copy(rest, folder, place)
    else if (name === 'RUN') {
      place.onStep(`RUN ${rest}`)
      const code = await run(asHere(rest, place.root), folder)
      if (code !== 0) throw new Error(`line ${line} ended with ${code}: RUN ${rest}`)
      continue
    } else continue
    place.onStep(`${name} ${rest}`)
  }
}

/** A folder gives what is in it, as Docker has it. Throws for a source that is not there. */
function copy(rest: string, folder: string, { root, roots, context }: Place): void {
  const { from, sources, target } = parseCopy(rest)
  const origin = from === null ? context : roots.get(from)
  if (!origin) throw new Error(`COPY from an unknown stage: ${rest}`)
  const to = target.startsWith('/') ? join(root, target) : resolve(folder, target)
  for (const source of sources) {
    const path = join(origin, source)
    if (!existsSync(path)) throw new Error(`COPY of what is not there: ${rest}`)
    const isFolder = statSync(path).isDirectory()
    const isInto = isFolder || target.endsWith('/') || sources.length > 1
    mkdirSync(isInto ? to : join(to, '..'), { recursive: true })
    const isIncluded = (each: string) =>
      from !== null || !/[\\/](node_modules|dist)([\\/]|$)/.test(each.slice(origin.length))
    if (isFolder)
      for (const entry of readdirSync(path))
        cpSync(join(path, entry), join(to, entry), {
          recursive: true,
          verbatimSymlinks: true,
          filter: isIncluded,
        })
    else cpSync(path, isInto ? join(to, basename(path)) : to)
  }
}

/** A RUN as it may be done on this machine. */
function asHere(command: string, root: string): string {
  return command
    .replaceAll('apt-get update', 'true')
    .replaceAll('apt-get install', 'apt-get --simulate install')
    .replace(/rm -rf \/var\/lib\/apt\/lists\/\*/, 'true')
    .replaceAll(/chown \d+:\d+ (\S+)/g, 'test -d $1')
    .replaceAll(OWN_FOLDERS, `${root}/$1`)
}

async function run(command: string, cwd: string): Promise<number> {
  const child: ChildProcess = spawn('sh', ['-euc', command], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const limit = setTimeout(() => child.kill('SIGKILL'), RUN_LIMIT_MS)
  const [code] = await once(child, 'exit')
  clearTimeout(limit)
  return code ?? 137
}
