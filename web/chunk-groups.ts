/** The bundler's view of a module. */
export type Graph = (id: string) => { importedIds: readonly string[]; code: string | null } | null

/** The files in the order in which they take their modules. */
export const CHUNKS = ['start', 'shared', 'listen', 'parts', 'chat', 'room'] as const
type Chunk = (typeof CHUNKS)[number]

/** Pages where strangers arrive, and what comes by itself a moment later, as modules of `web/src`. */
const LISTEN = ['app/layout/app-layout.tsx', 'app/pages/listen/listen-page.tsx']
const SCHEDULE = [
  'app/layout/app-layout.tsx',
  'app/pages/schedule/schedule-page.tsx',
  'features/broadcasts/schedule/week-grid.tsx',
]
const GATE = ['app/pages/gate/login-page.tsx', 'app/pages/gate/register-page.tsx']
const ROOM = ['app/pages/listen/listen-room.tsx']
const BELL = ['features/notifications/bell.tsx', 'app/layout/user-menu.tsx']

const ICONS = /lucide-react/
const ICON_FILE = /lucide-react\/.+\/icons\/([\w-]+)\.\w+$/
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

/**
 * Names the file in which a module travels, by who asks for it: what every arrival needs in one, what only some need
 * beside it in few, so that a first visit costs few requests and nothing that it does not show. Null leaves a module
 * to the bundler.
 */
export function chunkNames(src: string): (id: string, graph: Graph) => Chunk | null {
  let names: ((id: string) => Chunk | null) | undefined
  return (id, graph) => {
    names ??= namesBy(src, graph)
    return names(id)
  }
}

function namesBy(src: string, graph: Graph): (id: string) => Chunk | null {
  const reach = (paths: readonly string[]) =>
    reached(
      paths.map((path) => src + path),
      graph,
    )
  const [initial, listen, schedule, gate, room, bell] = [
    ['main.tsx'],
    LISTEN,
    SCHEDULE,
    GATE,
    ROOM,
    BELL,
  ].map(reach)
  return (given) => {
    const icon = ICON_FILE.exec(given)?.[1]
    const id = icon ? iconKey(icon) : given
    const is = (set: Set<string> | undefined) => set?.has(id) === true
    if (/preload-helper/.test(id)) return 'start'
    if (ICONS.test(id) || is(initial)) return 'start'
    if (is(gate) && (is(listen) || is(schedule) || is(room))) return 'start'
    if (is(schedule) && (is(listen) || icon || /\/(ui|layout|lib)\//.test(id))) return 'shared'
    if (is(room) && is(bell)) return 'shared'
    // Small things of use to many pages, which need not bring along what visitors see.
    if (is(listen)) return /\/(lib|ui\/card|session)/.test(id) ? 'shared' : 'listen'
    if (is(room)) return roomChunk(id)
    return null
  }
}

/** Parts of the room, which DJs and moderators use too, one at a time; what those stand on is used by nearly all. */
function roomChunk(id: string): Chunk {
  if (/\/(contract\/src|features)\/chat\//.test(id)) return 'chat'
  return /\/((contract\/src|features)\/(polls|song-requests)|pages\/listen)\//.test(id) ? 'room' : 'parts'
}

/** Everything that modules import at once. A module names its icons; the library's own list of them names all. */
function reached(entries: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    const { importedIds = [], code = null } = graph(id) ?? {}
    for (const icon of iconsOf(code ?? '')) found.add(icon)
    waiting.push(...importedIds.filter((imported) => !ICONS.test(imported)))
  }
  return found
}

function iconsOf(code: string): string[] {
  return [...code.matchAll(ICON_IMPORT)].flatMap(([, names = '']) =>
    names.split(',').map((name) => iconKey(name.trim().split(/\s+as\s+/)[0] ?? '')),
  )
}

/** The number at the end is left out: an older name of an icon has another one than its file. */
function iconKey(name: string): string {
  return `icon ${name.replaceAll('-', '').replace(/\d+$/, '').toLowerCase()}`
}
