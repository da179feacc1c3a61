import { type Check, ok, warn } from '../check.ts'

/** Whether the addresses of people are known, and nobody can claim another one. */
export const checkProxy: Check = {
  name: 'proxy',
  async look({ config: { trustProxy, publicUrl } }) {
    if (trustProxy === true)
      return [warn('TRUST_PROXY=on trusts anyone who claims to be a proxy: give its address, or loopback.')]
    if (trustProxy === false && publicUrl?.startsWith('https:'))
      return [
        warn(
          'TRUST_PROXY is off behind https: everyone shares the proxy’s address, and its limits. Set TRUST_PROXY=loopback.',
        ),
      ]
    if (trustProxy === false) return [ok('TRUST_PROXY is off: visitors connect without a proxy.')]
    return [
      ok(`TRUST_PROXY trusts ${typeof trustProxy === 'number' ? `the nearest ${trustProxy}` : trustProxy}.`),
    ]
  },
}
