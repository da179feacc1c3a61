import { execFileSync } from 'node:child_process'
import { findCommand } from '@carillon/testkit/processes'

/** TEST-NET-2 (RFC 5737): nobody's addresses. The station's side, and the other. */
const NEAR = '198.51.100.1'
const FAR = '198.51.100.2'
/** Least, first and most bytes that a connection may have unread there; many systems begin with as much. */
const RECEIVE_BUFFER = '4096 131072 131072'

/**
 * A machine of its own as far as the network is concerned (a Linux network namespace): its packets have an ordinary
 * size, and can be lost.
 */
export class FarMachine {
  /** Put in front of a command, makes it run there. */
  readonly launcher: readonly string[]
  /** Host of a station on this machine, seen from there. */
  readonly host = NEAR
  readonly #name = `carillon-${process.pid}`
  readonly #link = `carillon${process.pid}`

  constructor() {
    this.launcher = ['ip', 'netns', 'exec', this.#name]
    run('ip', 'netns', 'add', this.#name)
    try {
      run('ip', 'link', 'add', this.#link, 'type', 'veth', 'peer', 'name', 'far', 'netns', this.#name)
      run('ip', 'address', 'add', `${NEAR}/30`, 'dev', this.#link)
      run('ip', 'link', 'set', this.#link, 'up')
      this.#there('ip', 'address', 'add', `${FAR}/30`, 'dev', 'far')
      this.#there('ip', 'link', 'set', 'far', 'up')
      this.#there('sysctl', '-q', '-w', `net.ipv4.tcp_rmem=${RECEIVE_BUFFER}`)
    } catch (error) {
      this.remove()
      throw error
    }
  }

  /** Nothing goes out or comes in there any more, and nobody is told. */
  losePackets(): void {
    for (const chain of ['INPUT', 'OUTPUT']) this.#there('iptables', '-A', chain, '-j', 'DROP')
  }

  /** Removes it with its link. What ran there must have ended. */
  remove(): void {
    // The link first: a namespace that still has connections to close keeps its own for a while.
    run('ip', 'link', 'delete', this.#link)
    run('ip', 'netns', 'delete', this.#name)
  }

  #there(...command: string[]): void {
    run('ip', 'netns', 'exec', this.#name, ...command)
  }
}

/** Returns what this machine lacks to be two; null when it has all. */
export function lacksFarMachine(): string | null {
  return lacksNetwork(['ip', 'sysctl'])
}

/** The same, for one whose packets are to be lost. */
export function lacksLossyMachine(): string | null {
  return lacksNetwork(['ip', 'sysctl', 'iptables'])
}

function lacksNetwork(commands: readonly string[]): string | null {
  if (process.getuid?.() !== 0) return 'a second network needs root'
  const missing = commands.filter((name) => !findCommand(name))
  return missing.length === 0 ? null : `no ${missing.join(', ')} on this machine`
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
