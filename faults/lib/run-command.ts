import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const SCRIPTS = join(import.meta.dirname, '../../scripts')

/** Runs one of the station's commands, such as `backup`, on a data folder with the embedded database. Throws when it fails. */
export async function runCommand(name: string, args: readonly string[], dataDir: string): Promise<void> {
  const { PATH = '' } = process.env
  await promisify(execFile)(process.execPath, [join(SCRIPTS, `${name}.ts`), ...args], {
    env: { PATH, DATA_DIR: dataDir },
  })
}
