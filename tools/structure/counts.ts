import { findClasses } from './classes.ts'
import { findFunctions } from './functions.ts'
import { filesOfPages } from './reach.ts'
import { linesOf, spreadOf } from './sizes.ts'

const MAX_FILE_LINES = 400
const FOLDERS = ['', 'server/src/', 'web/src/', 'web/src/app/']

/** Counts of files, functions and classes, a line each. `sources` has the text of each file, tests left out. */
export function countStructure(sources: ReadonlyMap<string, string>): string[] {
  return [
    ...FOLDERS.flatMap((folder) => countFolder(folder, sources)),
    ...countClasses(sources),
    ...filesOfPages(sources).map(
      ({ page, own, all }) => `${own} of ${all} files are loaded for ${page} alone`,
    ),
  ]
}

function countFolder(folder: string, sources: ReadonlyMap<string, string>): string[] {
  const within = [...sources].filter(([path]) => path.startsWith(folder))
  const files = within.map(([, text]) => linesOf(text))
  const functions = within.flatMap(([path, text]) => findFunctions(text, path).map(({ lines }) => lines))
  const large = files.filter((lines) => lines > MAX_FILE_LINES).length
  return [
    `${folder || 'everywhere'}`,
    `  ${files.length} files: ${spreadOf(files)} lines; ${large} of more than ${MAX_FILE_LINES}`,
    `  ${functions.length} functions: ${spreadOf(functions)} lines`,
  ]
}

function countClasses(sources: ReadonlyMap<string, string>): string[] {
  const classes = [...sources].flatMap(([path, text]) => findClasses(text, path))
  const [largest] = classes.toSorted((a, b) => b.members - a.members)
  const spread = spreadOf(classes.map(({ members }) => members))
  return [`${classes.length} classes: ${spread} members${largest ? ` (${largest.name})` : ''}`]
}
