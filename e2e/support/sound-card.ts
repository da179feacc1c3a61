import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { programPath } from './browsers.ts'

const START_LIMIT_MS = 10_000

/** A loudspeaker that nobody hears. `environment` leads a browser to it; the caller closes it. */
export type SoundCard = { environment: Record<string, string>; close: () => void }

/**
 * A PulseAudio of our own with a null sink, for Firefox: its AudioContext does not run on a machine without sound. On a
 * machine without PulseAudio the environment is empty, and Firefox takes the sound there is.
 */
export async function openSoundCard(): Promise<SoundCard> {
  const program = programPath('pulseaudio')
  if (!program) return { environment: {}, close: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'carillon-sound-card-'))
  const socket = join(folder, 'native')
  // In this order: who finds the socket finds the sink as well.
  const modules = [
    '-L',
    'module-null-sink',
    '-L',
    `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
  ]
  const settings = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no']
  const server = spawn(program, [...settings, ...modules], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
  })
  const deadline = Date.now() + START_LIMIT_MS
  while (!existsSync(socket) && server.exitCode === null && Date.now() < deadline) await delay(50)
  return {
    environment: { PULSE_SERVER: `unix:${socket}` },
    close: () => {
      server.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
