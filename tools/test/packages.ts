import { findFaketime } from '@carillon/testkit/moved-clock'
import { findPostgresFolder } from '@carillon/testkit/postgres'
import { findCommand, isExecutable, run } from '@carillon/testkit/processes'

/** A tool the tests use, the Debian package that has it, and what is skipped without it. */
type Tool = { package: string; use: string; isThere: () => boolean }

const command =
  (...names: string[]) =>
  () =>
    findCommand(...names) !== null

const TOOLS: Tool[] = [
  { package: 'chromium', use: 'browser journeys', isThere: command('chromium', 'google-chrome') },
  {
    package: 'chromium-headless-shell',
    use: 'journeys through pages',
    isThere: command('chromium-headless-shell'),
  },
  { package: 'firefox-esr', use: 'listening in Firefox', isThere: command('firefox-esr', 'firefox') },
  { package: 'pulseaudio', use: 'a sound card for Firefox', isThere: command('pulseaudio') },
  { package: 'ffmpeg', use: 'judging the stream', isThere: command('ffprobe') },
  { package: 'opus-tools', use: 'judging the stream', isThere: command('opusinfo') },
  { package: 'oggz-tools', use: 'judging the stream', isThere: command('oggz-validate') },
  { package: 'postgresql', use: 'running against PostgreSQL', isThere: () => findPostgresFolder() !== null },
  { package: 'icecast2', use: 'sending listeners to an Icecast', isThere: command('icecast2') },
  { package: 'redis-server', use: 'several instances', isThere: command('redis-server') },
  { package: 'nginx', use: 'the station behind a proxy', isThere: command('nginx') },
  { package: 'haproxy', use: 'the station behind a proxy', isThere: command('haproxy') },
  { package: 'caddy', use: 'the station behind a proxy', isThere: command('caddy') },
  { package: 'vlc-bin', use: 'playing HLS', isThere: command('vlc') },
  { package: 'vlc-plugin-base', use: 'playing HLS', isThere: command('vlc') },
  { package: 'gstreamer1.0-tools', use: 'playing HLS', isThere: command('gst-launch-1.0') },
  { package: 'gstreamer1.0-plugins-base', use: 'playing HLS', isThere: command('gst-launch-1.0') },
  { package: 'gstreamer1.0-plugins-good', use: 'playing HLS', isThere: command('gst-launch-1.0') },
  { package: 'gstreamer1.0-plugins-bad', use: 'playing HLS', isThere: command('gst-launch-1.0') },
  { package: 'openssl', use: 'certificates of proxies', isThere: command('openssl') },
  { package: 'docker-compose', use: 'reading deploy/compose.yaml', isThere: command('docker-compose') },
  { package: 'systemd', use: 'reading the service units', isThere: command('systemd-analyze') },
  { package: 'libfaketime', use: 'machines whose clock is moved', isThere: () => findFaketime() !== null },
]

/** Returns the tools that the tests use and this machine lacks. */
export function missingTools(): { package: string; use: string }[] {
  return TOOLS.filter((tool) => !tool.isThere())
}

/** Installs the missing tools where that is possible (Debian, root); else says in one line how to. */
export async function installTools(): Promise<void> {
  const packages = missingTools().map((tool) => tool.package)
  if (packages.length === 0) return
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) {
    console.log(`Some tests need more tools: sudo apt-get install ${packages.join(' ')}`)
    return
  }
  console.log(`Installing ${packages.join(', ')}`)
  // RUNLEVEL=1 keeps the packages' own services from starting: the tests start what they need on free ports.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'Acquire::Retries=3']
  await run('apt-get', [...quiet, 'update'], { env, timeoutMs: 5 * 60_000 })
  await run('apt-get', [...quiet, 'install', '-y', '--no-install-recommends', ...packages], { env })
}
