import { convert } from './convert.ts'
import type { ConvertMessage, ConvertOrder } from './messages.ts'

const say = (message: ConvertMessage) => postMessage(message)

addEventListener('message', async ({ data }: MessageEvent<ConvertOrder>) => {
  try {
    const converted = await convert(data, (value) => say({ type: 'progress', value }))
    say(
      converted.ok
        ? { type: 'done', file: converted.file, tags: converted.tags }
        : { type: 'refused', refusal: converted.refusal },
    )
  } catch {
    // A file that looks right and is not breaks wherever it is read.
    say({ type: 'refused', refusal: 'FAILED' })
  }
})
