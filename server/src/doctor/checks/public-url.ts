import { type Check, ok, warn } from '../check.ts'
import { answersAsStation } from './port.ts'

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** How the world reaches the station: microphones need https. */
export const checkPublicUrl: Check = {
  name: 'public',
  async look({ config: { publicUrl }, running }) {
    if (!publicUrl)
      return [warn('PUBLIC_URL is not set: mails and pushes cannot name the station. Set https://your.name.')]
    const { protocol, hostname } = new URL(publicUrl)
    if (LOCAL.test(hostname))
      return [ok(`PUBLIC_URL ${publicUrl} is this machine alone: fine to try things.`)]
    if (protocol !== 'https:')
      return [warn(`PUBLIC_URL ${publicUrl} is not https: browsers give no microphone. Let a proxy end TLS.`)]
    if (!running)
      return [ok(`PUBLIC_URL ${publicUrl} is https; whether it leads here shows when the station runs.`)]
    if (await answersAsStation(publicUrl)) return [ok(`PUBLIC_URL ${publicUrl} is answered by a station.`)]
    return [
      warn(
        `PUBLIC_URL ${publicUrl} is not answered by a station, seen from here: look at DNS and the proxy.`,
      ),
    ]
  },
}
