/** Host of a station on this machine, for those who come from many addresses. */
export const HOST = '127.0.0.1'
const HOSTS = 250

/** One of many addresses of this machine, all of which Linux has without being asked: 127.0.<network>.<host>. */
export function addressOf(network: number, number: number): string {
  return `127.0.${network}.${1 + (number % HOSTS)}`
}
