/** The import table of docs/ARCHITECTURE.md as rules: arrows point one way. */
const never = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })
const pureMedia = 'Bytes are read without Node, database or network: media imports only itself.'

module.exports = {
  forbidden: [
    never('no-cycles', {}, { circular: true }, 'A cycle has no direction.'),
    never(
      'contract-alone',
      { path: '^contract/' },
      { pathNot: ['^contract/', 'node_modules/zod/'] },
      'The contract imports nothing but the schema library.',
    ),
    never('media-alone', { path: '^media/', pathNot: '\\.test\\.ts$' }, { pathNot: '^media/' }, pureMedia),
    never(
      'kernel-below-everything',
      { path: '^server/src/kernel/', pathNot: '\\.test\\.ts$' },
      { path: '^server/', pathNot: '^server/src/kernel/' },
      'What everything stands on stands on nothing but the contract.',
    ),
    never(
      'cluster-stands-on-http',
      { path: '^server/src/cluster/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/(realtime|db|mail|operations)/' },
      'Instances prove to each other who they are by a header; beyond that the cluster knows Redis alone.',
    ),
    never(
      'edges-know-no-feature',
      { path: '^server/src/(http|realtime|db|mail|cluster)/' },
      { path: '^server/src/features/' },
      'Features plug into the edge, not the other way.',
    ),
    never(
      'edges-apart',
      { path: '^server/src/(http|db|mail)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^server/src/(http|realtime|db|mail|cluster)/',
        pathNot: '^server/src/$1/',
      },
      'http, db and mail do not know each other.',
    ),
    never(
      'realtime-stands-on-http',
      { path: '^server/src/realtime/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/(db|mail)/' },
      'Realtime connections come in by http: its upgrades, sessions and errors; other instances by the bus.',
    ),
    never(
      'operations-watch-from-outside',
      { path: '^server/src/operations/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/(realtime|db|mail|features|cluster)/' },
      'What is watched is passed in by the composition root.',
    ),
    never(
      'features-apart',
      { path: '^server/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
      'Features cooperate through functions that the composition root passes.',
    ),
    never(
      'mount-knows-no-listener',
      { path: '^server/src/features/stream/mount/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/features/stream/', pathNot: '^server/src/features/stream/mount/' },
      'A mount makes pages and does not know who gets them.',
    ),
    never(
      'sound-goes-one-way',
      { path: '^server/src/features/stream/(listeners|outputs|silence)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^server/src/features/stream/',
        pathNot: '^server/src/features/stream/(?:mount/|listeners/|ports\\.ts$|$1/)',
      },
      'Who takes pages does not know what is on air, nor where they came from.',
    ),
    never(
      'only-sound-reads-media',
      { path: '^server/src/features/(?!stream/|recordings/|library/)', pathNot: '\\.test\\.ts$' },
      { path: '^media/' },
      'Only stream, recordings and the library handle media.',
    ),
    never(
      'only-what-handles-packets-reads-media',
      {
        path: '^web/',
        pathNot: '^web/src/features/(stream/listener/near|stream/dj/backup|library/convert)/',
      },
      { path: '^media/' },
      'Everything else of the pages leaves audio to the browser.',
    ),
    never(
      'root-is-not-imported',
      { path: '^server/src/.*/', pathNot: ['\\.test\\.ts$', '^server/src/holdings/'] },
      { path: '^server/src/[^/]+\\.ts$', pathNot: '^server/src/config\\.ts$' },
      'The files beside main are the composition root: only main and tests import it; holdings names its limits.',
    ),
    never(
      'main-starts-the-station',
      { path: '^server/src/[^/]+\\.ts$', pathNot: '^server/src/main\\.ts$' },
      { path: '^server/src/(lifecycle|main)\\.ts$' },
      'Only main and tests start a station.',
    ),
    never(
      'features-meet-in-the-root',
      {
        path: '^server/src/',
        pathNot: ['^server/src/(features|doctor|holdings)/', '^server/src/[^/]+\\.ts$', '\\.test\\.ts$'],
      },
      { path: '^server/src/features/' },
      'Only the composition root knows the features; the doctor tries single parts of them, and holdings names their limits.',
    ),
    never(
      'holdings-are-read-from-outside',
      { path: '^server/src/', pathNot: ['^server/src/holdings/', '\\.test\\.ts$'] },
      { path: '^server/src/holdings/' },
      'A table for tests and tools: the program itself does not act on it.',
    ),
    never(
      'web-base-knows-nothing-above',
      { path: '^web/src/(ui|lib|theme)/' },
      {
        path: ['^web/src/(features|app|session|api|realtime)/', '^contract/'],
        pathNot: '^contract/src/(time|durations)\\.ts$',
      },
      'ui, lib and theme look downward only; how a time reads is the contract’s.',
    ),
    never(
      'web-features-apart',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
      'Pages compose features.',
    ),
    never(
      'web-app-is-the-root',
      { path: '^web/src/', pathNot: ['^web/src/app/', '^web/src/main\\.tsx$', '\\.test\\.tsx?$'] },
      { path: '^web/src/app/' },
      'Nothing imports the shell.',
    ),
    never('server-and-web-apart', { path: '^server/' }, { path: '^web/' }, 'They meet in the contract.'),
    never('web-and-server-apart', { path: '^web/' }, { path: '^server/' }, 'They meet in the contract.'),
    never(
      'backups-stand-on-the-database',
      { path: '^server/src/backup/', pathNot: '\\.test\\.ts$' },
      { path: '^server/', pathNot: '^server/src/(backup|db|kernel)/' },
      'A backup is made and restored without a station: files and a database.',
    ),
    never(
      'testkit-stands-outside',
      { path: '^testkit/' },
      { path: '^(server|web|cli|tools|e2e|faults|bench)/' },
      'What tests share starts the program and talks to it from outside: contract and media are all it reads.',
    ),
    never(
      'the-program-needs-no-tests',
      {
        path: '^(contract|media|server|web|cli)/',
        pathNot: ['(\\.test\\.tsx?|/testing\\.ts)$', '^server/tests/'],
      },
      { path: '^(testkit|tools|e2e|faults|bench|server/tests)/' },
      'What runs does not import what tests it, or what looks after it.',
    ),
    never(
      'commands-stand-on-the-server',
      { path: '^cli/' },
      { path: '^web/' },
      'A command is the server without its port.',
    ),
    never(
      'tools-are-not-imported',
      { path: '^(server|web|testkit|cli|e2e|faults|bench)/' },
      { path: '^tools/' },
      'Tools look at the tree; nothing stands on them.',
    ),
    never(
      'tools-know-no-pages',
      { path: '^tools/' },
      { path: '^(web|e2e|faults|bench)/' },
      'Tools start these; they do not import them.',
    ),
    never(
      'e2e-reads-no-sources',
      { path: '^e2e/' },
      { path: '^(server|web|cli|tools|faults|bench)/' },
      'End to end means from outside.',
    ),
    never(
      'faults-come-from-outside',
      { path: '^faults/', pathNot: '\\.test\\.ts$' },
      { path: '^(server|web|e2e)/' },
      'What is broken is the program as it runs.',
    ),
    never(
      'bench-is-not-imported',
      { path: '^(server|web|e2e|faults)/' },
      { path: '^bench/' },
      'A measure stands by itself.',
    ),
    never(
      'bench-measures-no-page-source',
      { path: '^bench/' },
      { path: '^(web|faults|cli)/' },
      'Parts of the server are measured in process, pages in a browser.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    exclude: { path: 'dist/' },
  },
}
