/** `npm run image`: carries out the steps of deploy's Dockerfiles without an engine, and starts what comes out. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findCommand } from '@carillon/testkit/processes'
import { tryIcecast } from './image/icecast.ts'
import { tryStation } from './image/station.ts'
import { type TriedImage, tryImage } from './image/try-image.ts'

const repository = join(import.meta.dirname, '..')
const icecast = join(repository, 'deploy/icecast')

await tried(join(repository, 'deploy/Dockerfile'), repository, tryStation)
if (findCommand('icecast2')) await tried(join(icecast, 'Dockerfile'), icecast, tryIcecast)
else console.log('The image of Icecast was not tried: sudo apt-get install icecast2')

/** Makes the image of a Dockerfile, does this with it, and removes it. */
async function tried(
  file: string,
  context: string,
  trial: (image: TriedImage) => Promise<string>,
): Promise<void> {
  console.log(`\n== ${file}`)
  const image = await tryImage({ file, context, onStep: console.log })
  try {
    console.log(await trial(image))
  } finally {
    rmSync(join(image.root, '..'), { recursive: true, force: true })
  }
}
