import { slowFault } from './lib/slow-http.ts'

/** Slowloris: requests whose headers never end. */
export const slowHeaders = slowFault({
  name: 'slow-headers',
  sentence: 'slowhttptest -H: 1,000 requests whose headers never end, for 60 s.',
  options: ['-H', '-i', '10'],
  pathOf: () => '/api/stream/status',
})
