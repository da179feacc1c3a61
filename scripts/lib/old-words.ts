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
  viewpoint: 'viewerContext',
  wanted: 'withCancellation',
}

const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g

/** How often each old word stands in these sources' names and paths; words that do not stand anywhere are left out. */
export function countOldWords(sources: Iterable<{ path: string; text: string }>): Record<string, number> {
  const counts: Record<string, number> = {}
  const count = (name: string) => {
    for (const part of name.match(PARTS) ?? []) {
      const word = part.toLowerCase()
      if (Object.hasOwn(OLD_WORDS, word)) counts[word] = (counts[word] ?? 0) + 1
    }
  }
  for (const { path, text } of sources) {
    count(path)
    for (const name of identifiersOf(text, path.endsWith('x'))) count(name)
  }
  return counts
}

/** What differs from what was kept, a sentence each: more is a fault, and so is a number that was not lowered. */
export function compareWords(counts: Record<string, number>, kept: Record<string, number>): string[] {
  return Object.keys({ ...counts, ...kept }).flatMap((word) => {
    const [is = 0, was = 0] = [counts[word], kept[word]]
    if (is > was) return [`"${word}" stands in ${is} names, ${was} before: say ${OLD_WORDS[word]}`]
    return is < was ? [`"${word}" stands in ${is} names, ${was} before: npm run words -- --write`] : []
  })
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
