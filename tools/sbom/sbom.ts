/** A package as `package-lock.json` has it, by the folder it stands in. */
export type LockedPackage = {
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, LockedPackage> }
/** A component of CycloneDX 1.5. */
export type Component = {
  type: 'library'
  'bom-ref': string
  name: string
  version: string
  purl: string
  licenses: [{ expression: string }] | []
}

/** The folders of all packages that these workspaces need when they run, `extra` names of each among them. */
export function shippedFolders({ packages }: Lock, roots: Record<string, readonly string[]>): string[] {
  const found = new Set<string>()
  const visit = (from: string, names: readonly string[]): void => {
    for (const name of names) {
      const folder = resolve(packages, from, name)
      const locked = folder === null ? undefined : packages[folder]
      // What is optional may be for another kind of machine, and not be there.
      if (folder === null || !locked || found.has(folder)) continue
      if (!locked.link) found.add(folder)
      const target = locked.link ? (locked.resolved ?? '') : folder
      visit(target, needsOf(packages[target]))
    }
  }
  for (const [folder, extra] of Object.entries(roots)) visit(folder, [...needsOf(packages[folder]), ...extra])
  return [...found].sort()
}

/**
 * Bill of materials of what ships, in CycloneDX 1.5 (JSON): `npm sbom` leaves out what another workspace has for its
 * tests as well.
 */
export function bomOf(lock: Lock, folders: readonly string[]) {
  const components = folders.map((folder) => componentOf(folder, lock.packages[folder] ?? {}))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', name: 'carillon', version: lock.packages['']?.version ?? '' },
    },
    components,
  }
}

function componentOf(folder: string, { version = '', license }: LockedPackage): Component {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const licenses: Component['licenses'] = license ? [{ expression: license }] : []
  return { type: 'library', 'bom-ref': folder, name, version, purl, licenses }
}

const needsOf = (locked: LockedPackage | undefined) =>
  Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies })

/** As Node looks for a package: beside who asks, and then in each folder above. */
function resolve(packages: Lock['packages'], from: string, name: string): string | null {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const folder = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[folder]) return folder
    if (at === '') return null
  }
}
