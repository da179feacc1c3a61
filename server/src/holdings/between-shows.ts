import { MAX_MIXING } from '../features/stream/fade/item-fade.ts'
import { PREROLL_PACKETS } from '../features/stream/playout/item-playout.ts'
import { READ_AHEAD_MS } from '../features/stream/playout/opus-file.ts'
import { counted, type Holding, memory } from './holding.ts'

/** Sound of items that play between shows, until it is sent or has faded. */
export const BETWEEN_SHOWS: readonly Holding[] = [
  {
    kind: 'memory',
    places: [
      'server/src/features/stream/fade/item-fade.ts #waiting',
      'server/src/features/stream/fade/mixer-process.ts #answers',
    ],
    holds: 'the beginning of a show, until an item fades below it',
    limits: [counted('server/src/features/stream/fade/item-fade.ts', { MAX_MIXING }, 'packets', 'broadcast')],
    ends: 'it is mixed, or goes out as it came',
    refusal: 'less is done',
  },
  memory(
    'server/src/features/stream/playout/item-playout.ts #sent',
    'what was sent last of an item, to decode on from',
    [counted('server/src/features/stream/playout/item-playout.ts', { PREROLL_PACKETS }, 'packets', 'all')],
    'newer ones',
    'oldest goes',
  ),
  memory(
    'server/src/features/stream/playout/opus-file.ts #packets',
    'sound of a file, read ahead',
    [counted('server/src/features/stream/playout/opus-file.ts', { READ_AHEAD_MS }, 'ms of sound', 'all')],
    'its time',
    'less is done',
  ),
]
