import { slowFault } from './lib/slow-http.ts'

/** R-U-Dead-Yet: requests whose bodies never end. */
export const slowBody = slowFault({
  name: 'slow-body',
  sentence: 'slowhttptest -B: 1,000 requests whose bodies never end, for 60 s.',
  options: ['-B', '-i', '10', '-s', '8192', '-f', 'application/json'],
  pathOf: () => '/api/auth/login',
})
