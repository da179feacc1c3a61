import { type Plugin, parseAst } from 'vite'

/** Parts of a declared call that the server alone reads: access, limits, schemas, and the words of its documentation. */
const UNREAD = new Set('summary access rate refusals rows maxBodyBytes params query body reply'.split(' '))
const CONTRACT = '@carillon/contract/'

type Node = { type: string; start: number; end: number; [name: string]: unknown }

/** Leaves those parts out of the web's calls, and refuses a module of the web that reads one. */
export function slimEndpoints(): Plugin {
  return {
    name: 'slim-endpoints',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (/\/contract\/src\/.+\.ts$/.test(id)) return { code: slim(code), map: null }
      const [read] = code.includes(CONTRACT) ? readParts(code) : []
      if (read) throw new Error(`${id} reads ${read}, which the build leaves out (web/slim-endpoints.ts)`)
      return null
    },
  }
}

/** A module of the contract, as JavaScript, without those parts. */
export function slim(code: string): string {
  const definitions = nodesOf(parseAst(code))
    .filter(({ type, callee }) => type === 'CallExpression' && nameOf(callee) === 'endpoint')
    .flatMap(({ arguments: given }) => nodesIn(given))
    .filter(({ type }) => type === 'ObjectExpression')
  return definitions.reduceRight((rest, { start, end, properties }) => {
    const kept = nodesIn(properties).filter(({ key }) => !UNREAD.has(nameOf(key)))
    const texts = kept.map((property) => code.slice(property.start, property.end))
    return `${rest.slice(0, start)}{ ${texts.join(', ')} }${rest.slice(end)}`
  }, code)
}

/** Those parts that a module reads of what it has from the contract, as `name.part`. */
export function readParts(code: string): string[] {
  const nodes = nodesOf(parseAst(code))
  const imported = new Set(
    nodes
      .filter(({ type, source }) => type === 'ImportDeclaration' && textOf(source).startsWith(CONTRACT))
      .flatMap(({ specifiers }) => nodesIn(specifiers).map(({ local }) => nameOf(local))),
  )
  return nodes
    .filter(
      ({ type, object, property }) =>
        type === 'MemberExpression' && imported.has(nameOf(object)) && UNREAD.has(nameOf(property)),
    )
    .map(({ object, property }) => `${nameOf(object)}.${nameOf(property)}`)
}

/** The node and all within it, in the order of the text. */
function nodesOf(node: object): Node[] {
  return [node as Node, ...Object.values(node).flatMap(nodesIn).flatMap(nodesOf)]
}

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return value !== null && typeof value === 'object' && 'type' in value ? [value as Node] : []
}

function nameOf(node: unknown): string {
  return String((node as { name?: string } | undefined)?.name)
}

function textOf(node: unknown): string {
  return String((node as { value?: string }).value)
}
