import { runCommand } from '@carillon/testkit/station-command'

/** Runs one of the station's commands, such as `backup`, on a data folder with the embedded database. Throws when it fails. */
export async function runOnFolder(name: string, args: readonly string[], dataDir: string): Promise<void> {
  const { code, errors } = await runCommand(name, args, { DATA_DIR: dataDir })
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${errors}`)
}
