import { slowFault } from './lib/slow-http.ts'

/** Replies that are read a few bytes at a time: the largest that anybody may ask for, the program of the page. */
export const slowRead = slowFault({
  name: 'slow-read',
  sentence: 'slowhttptest -X: 1,000 replies of the page’s program are read 5 bytes a second, for 60 s.',
  options: ['-X', '-w', '64', '-y', '512', '-n', '1', '-z', '5', '-k', '3'],
  async pathOf(origin) {
    const page = await (await fetch(origin)).text()
    const program = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
    if (!program) throw new Error('The page has no program')
    return program
  },
})
