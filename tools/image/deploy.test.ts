import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findCommand } from '@carillon/testkit/processes'
import { describe, expect, it, onTestFinished } from 'vitest'
import { environmentOf, lastOf, parseCopy, parseDockerfile } from './dockerfile.ts'
import { tryIcecast } from './icecast.ts'
import { tryImage } from './try-image.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const stages = parseDockerfile(read('deploy/Dockerfile'))
const image = stages.at(-1)

/** Every COPY from the repository, as paths in it. */
const copied = stages.flatMap(({ instructions }) =>
  instructions
    .filter(({ name }) => name === 'COPY')
    .map(({ rest }) => parseCopy(rest))
    .flatMap(({ from, sources }) => (from === null ? sources : [])),
)

describe('the image', () => {
  it('[DP8] is made from files that are there, with each workspace named in the lock file', () => {
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    const [build] = stages
    const sources = build?.instructions.map(({ rest }) => rest.split(' ')[0])
    expect(sources).toEqual(expect.arrayContaining(workspaces.map((name) => `${name}/package.json`)))
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const isAllowed = (path: string) => allowed.some((each) => path === each || path.startsWith(`${each}/`))
    expect(copied.filter((path) => !isAllowed(path))).toEqual([])
  })

  it('[DP8] runs as nobody, says when it is ready, and is stopped by SIGTERM', () => {
    if (!image) throw new Error('no stage')
    expect(lastOf(image, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(lastOf(image, 'STOPSIGNAL')).toBe('SIGTERM')
    expect(lastOf(image, 'HEALTHCHECK')).toContain('/readyz')
    expect(environmentOf(image)).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '/data' })
    expect(JSON.parse(lastOf(image, 'CMD') ?? '')).toEqual(['node', 'server/src/main.ts'])
  })

  it('[DP8] the steps of a Dockerfile are read with their continued lines, flags and stages', () => {
    const text =
      '# why\nFROM a AS one\nRUN x && \\\n  y\n\nFROM b\nCOPY --from=one --chown=1:1 /p /q ./\nENV A=b=c'
    const [one, last] = parseDockerfile(text)
    expect(one).toEqual({ name: 'one', base: 'a', instructions: [{ name: 'RUN', rest: 'x && y', line: 3 }] })
    expect(parseCopy(last?.instructions[0]?.rest ?? '')).toEqual({
      from: 'one',
      sources: ['/p', '/q'],
      target: './',
    })
    expect(last && environmentOf(last)).toEqual({ A: 'b=c' })
    expect(() => parseDockerfile('RUN x')).toThrow('line 1: RUN before FROM')
  })
})

if (findCommand('icecast2') && findCommand('apt-get'))
  describe('the image of Icecast', () => {
    it('[DP8] is made by its steps, says what is wrong in its environment, and is an Icecast that knows its passwords', async () => {
      const context = join(root, 'deploy/icecast')
      const made = await tryImage({ file: join(context, 'Dockerfile'), context, onStep: () => {} })
      onTestFinished(() => rmSync(join(made.root, '..'), { recursive: true, force: true }))
      await expect(tryIcecast(made)).resolves.toContain('knows its passwords')
    }, 120_000)
  })

if (findCommand('docker-compose'))
  describe('the composition', () => {
    const config = (...options: string[]) => {
      const args = [...options, '-f', 'deploy/compose.yaml', 'config']
      return execFileSync('docker-compose', args, {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    }

    it('[DP7] is valid as it stands, with the example of settings, and with two stations', () => {
      expect(config()).toContain('services:')
      const text = config('--env-file', 'deploy/env.example', '--profile', 'two')
      expect(text).toContain('station-2:')
      expect(text).toContain('PUBLIC_URL: https://radio.example.edu')
      // Whatever is left to be filled in has its line in the example.
      const asked = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z\d_]+)/g)].map(([, name]) => name)
      const example = read('deploy/env.example')
      expect(asked.filter((name) => !example.includes(`\n${name}=`))).toEqual([])
    })

    it('[DP7] has a bucket for HLS with its profile, that the proxy alone leads to', () => {
      const text = config('--env-file', 'deploy/env.example', '--profile', 'bucket')
      const [, service = ''] = / {2}minio:\n((?: {4}.*\n)+)/.exec(text) ?? []
      expect(service).toContain('edge')
      expect(service).not.toMatch(/ports:|inside/)
    })

    it('[DP7] opens the proxy alone to the world, keeps stations from writing elsewhere, and waits for their parts', () => {
      const text = config('--env-file', 'deploy/env.example', '--profile', 'two')
      const services = /^services:\n((?: .*\n)+)/m.exec(text)?.[1] ?? ''
      const parts = Object.fromEntries(
        services
          .split(/^ {2}(?=\S)/m)
          .filter(Boolean)
          .map((part) => [part.slice(0, part.indexOf(':')), part]),
      )
      expect(Object.keys(parts).filter((name) => parts[name]?.includes('\n    ports:'))).toEqual(['proxy'])
      for (const name of ['station', 'station-2']) {
        expect(parts[name]).toMatch(/read_only: true[\s\S]*restart: unless-stopped/)
        expect(parts[name]).toMatch(/depends_on:(?:\n {6}.*)*postgres:\n {8}condition: service_healthy/)
      }
      expect(parts.proxy).toMatch(/station:\n {8}condition: service_healthy/)
    })
  })

if (findCommand('systemd-analyze'))
  describe('the units of systemd', () => {
    const units = globSync('deploy/systemd/*', { cwd: root })

    /** As on a machine where the program stands in its place. */
    function installed(): string {
      const folder = mkdtempSync(join(tmpdir(), 'carillon-units-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      for (const unit of units)
        writeFileSync(join(folder, basename(unit)), read(unit).replaceAll('/opt/carillon', root))
      return folder
    }

    it('[DP9] are valid', () => {
      const folder = installed()
      const files = units.map((unit) => join(folder, basename(unit)))
      // It says what is wrong, and ends with a failure.
      execFileSync('systemd-analyze', ['verify', '--man=no', ...files], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    })

    it('[DP9] let the station do little beside its work: systemd finds it safe', () => {
      const args = [
        'security',
        '--offline=true',
        '--threshold=20',
        '--no-pager',
        join(installed(), 'carillon.service'),
      ]
      expect(execFileSync('systemd-analyze', args, { encoding: 'utf8' })).toMatch(
        /exposure level .*: [01]\.\d/,
      )
    })
  })
