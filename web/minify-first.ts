import { minify, type Plugin } from 'vite'

/** Minifies with the bundler's own minifier before terser does: each finds what the other leaves. */
export function minifyFirst(): Plugin {
  return {
    name: 'minify-first',
    apply: 'build',
    async renderChunk(code, { fileName }) {
      const made = await minify(fileName, code, {
        module: true,
        compress: { target: 'es2022' },
        mangle: true,
      })
      return { code: made.code, map: null }
    },
  }
}
