import { build, type Plugin } from 'vite'

const SOURCE = new URL('src/service-worker/service-worker.ts', import.meta.url).pathname
const FILE = 'service-worker.js'

/** Builds the service worker beside the page: one file that imports nothing, at an address that never changes. */
export function serviceWorkerFile(): Plugin {
  return {
    name: 'service-worker-file',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: 'es2022',
          lib: { entry: SOURCE, formats: ['iife'], name: 'serviceWorker', fileName: () => FILE },
        },
      })
      const [result] = [built].flat()
      const code = result && 'output' in result ? result.output[0].code : null
      if (!code) throw new Error('The service worker was not built')
      this.emitFile({ type: 'asset', fileName: FILE, source: code })
    },
  }
}
