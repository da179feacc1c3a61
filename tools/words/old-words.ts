import ts from 'typescript'

/**
 * Words of this code's own dialect, and the standard ones in their place. They count as parts of names: `hearNews` has
 * `hear` and `news`.
 */
export const OLD_WORDS: Readonly<Record<string, string>> = {
  airing: 'onAirBroadcast',
  allowance: 'tokenBucket',
  allowances: 'keyedTokenBucket',
  bends: 'mutations',
  calm: 'emptyState',
  carrier: 'transport (web), streamFormat (server)',
  crew: 'canModerate',
  desk: 'state (server), dashboard, panel (web)',
  diversions: 'protocolRouter',
  ear: 'listenerProbe',
  elsewhere: 'fetchFromPeer',
  facts: 'state, snapshot',
  figures: 'metrics',
  floor: 'minBitratePadding',
  folded: 'collapsible',
  guardian: 'silenceDetector',
  happening: 'event',
  hear: 'receive, onMessage',
  heard: 'received, lastActivityAt',
  heed: 'applyRemoteState',
  inlet: 'appDestination',
  judges: 'streamValidators',
  knocks: 'encoderLogin',
  lent: 'scratchBuffer',
  letter: 'message, email',
  letters: 'messages, emails',
  manila: 'stationTime',
  moment: 'timestamp',
  news: 'events',
  openings: 'prefixes',
  outlet: 'output',
  peaks: 'peakListeners',
  performer: 'fakeRecorder',
  placing: 'weekLayout',
  prose: 'legalPage',
  resting: 'floodCooldown',
  scene: 'faultRig',
  seat: 'testPage',
  stage: 'heroCard',
  tally: 'counters',
  tell: 'publish, notify, report, send',
  told: 'published, reported, sent',
  trouble: 'loadError',
  turns: 'serialQueue',
  unheard: 'unacknowledged',
  viewpoint: 'viewerContext',
  wanted: 'withCancellation',
}

/** Names in which an old word is right: exact ones, in every file or in those whose path begins so. */
export type WordException = { names: readonly string[]; under?: string; reason: string }

/** The names that keep an old word, and why each does. */
export const WORD_EXCEPTIONS: readonly WordException[] = [
  { names: ['floor'], reason: 'Math.floor' },
  { names: ['METER_FLOOR_DB'], reason: 'the floor of a meter, the lowest level that it shows' },
  { names: ['peaks', 'PEAKS'], reason: 'highest levels of sound, as a recording gives them on the wire' },
  {
    names: ['letter', 'letters', 'LETTER', 'LETTER_ROWS', 'letterOf', 'toLetters'],
    under: 'server/src/features/chat/profanity/',
    reason: 'letters of an alphabet',
  },
  { names: ['letter'], under: 'server/tests/instances.test.ts', reason: 'the field of an older envelope' },
  {
    names: ['facts'],
    under: 'server/src/',
    reason: 'the field of a message between instances, as versions before this one read it',
  },
  {
    names: ['folded'],
    under: 'server/src/features/broadcasts/calendar/',
    reason: 'RFC 5545 s3.1: a content line is folded',
  },
  { names: ['Outlet'], under: 'web/src/app/', reason: 'a component of React Router' },
  { names: ['Ear', 'EarOff'], under: 'web/src/features/stream/dj/views/', reason: 'icons of Lucide' },
  { names: ['heardDelayMs'], reason: 'the field of an INGEST message, named by its protocol' },
  { names: ['stage'], under: 'web/src/theme/', reason: 'the design token of the ground under a hero' },
  { names: ['Stage', 'stage', 'stageOf'], under: 'tools/image/', reason: 'a build stage of a Dockerfile' },
]

const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g

/** Old words in the sources' paths and identifiers, a sentence each, beside those that `exceptions` allow. */
export function findOldWords(
  sources: Iterable<{ path: string; text: string }>,
  exceptions: readonly WordException[] = WORD_EXCEPTIONS,
): string[] {
  const findings = new Map<string, string>()
  for (const { path, text } of sources) {
    const allowed = new Set(
      exceptions.filter(({ under = '' }) => path.startsWith(under)).flatMap(({ names }) => names),
    )
    for (const name of [path, ...identifiersOf(text, path.endsWith('x'))]) {
      const word = oldWordIn(name)
      if (word === null || allowed.has(name.replace('#', ''))) continue
      findings.set(`${path} ${name}`, `${path}: "${name}" has "${word}", say ${OLD_WORDS[word]}`)
    }
  }
  return [...findings.values()]
}

function oldWordIn(name: string): string | null {
  const words = (name.match(PARTS) ?? []).map((part) => part.toLowerCase())
  return words.find((word) => Object.hasOwn(OLD_WORDS, word)) ?? null
}

function identifiersOf(text: string, isJsx: boolean): string[] {
  const kind = isJsx ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, false, kind)
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return names
}
