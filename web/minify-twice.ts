import { minify as minifyByTerser } from 'terser'
import { minify, type Plugin } from 'vite'

/**
 * Minifies with the bundler's own minifier and with terser: each finds what the other leaves, a hundredth of what is on the
 * wire. Workers have the first one alone, which leaves more out of their libraries.
 */
export function minifyTwice(): Plugin {
  return {
    name: 'minify-twice',
    apply: 'build',
    async renderChunk(code, { fileName }) {
      const once = await minify(fileName, code, {
        module: true,
        compress: { target: 'es2022' },
        mangle: true,
      })
      const twice = await minifyByTerser(once.code, { module: true, compress: { passes: 3, ecma: 2020 } })
      return { code: twice.code ?? once.code, map: null }
    },
  }
}
