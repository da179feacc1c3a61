import { type Check, ok, warn } from '../check.ts'
import { answersAsStation } from './port.ts'

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Check of the public URL: microphones need https. */
export const checkPublicUrl: Check = {
  name: 'public',
  async look({ config: { publicUrl }, running }) {
    if (!publicUrl)
      return [
        warn(
          'PUBLIC_URL is not set: emails and push notifications cannot link to the station, and addresses in replies name whatever host a request names. Set https://your.name.',
        ),
      ]
    const { protocol, hostname } = new URL(publicUrl)
    if (LOCAL.test(hostname))
      return [ok(`PUBLIC_URL ${publicUrl} is this machine only: fine for trying things out.`)]
    if (protocol !== 'https:')
      return [
        warn(
          `PUBLIC_URL ${publicUrl} is not https: browsers refuse the microphone. Let a proxy terminate TLS.`,
        ),
      ]
    if (!running)
      return [
        ok(`PUBLIC_URL ${publicUrl} is https; whether it leads here can be checked once the station runs.`),
      ]
    if (await answersAsStation(publicUrl)) return [ok(`PUBLIC_URL ${publicUrl} leads to a station.`)]
    return [
      warn(`PUBLIC_URL ${publicUrl} does not lead to a station, as seen from here: check DNS and the proxy.`),
    ]
  },
}
