/** One instruction of a Dockerfile: `COPY --from=build /app/ ./` is `{ name: 'COPY', rest: '--from=build /app/ ./' }`. */
export type Instruction = { name: string; rest: string; line: number }
/** Stage that begins with a FROM. `name` is what others call it; the last one is the image. */
export type Stage = { name: string | null; base: string; instructions: Instruction[] }
/** A COPY, taken apart. `from` is another stage; null: the repository. */
export type Copy = { from: string | null; sources: string[]; target: string }

/** Reads a Dockerfile; continued lines are one. Throws on what stands before the first FROM and is not ARG. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const instruction of instructionsOf(text)) {
    if (instruction.name === 'FROM') stages.push(stageOf(instruction.rest))
    else {
      const stage = stages.at(-1)
      if (!stage) throw new Error(`line ${instruction.line}: ${instruction.name} before FROM`)
      stage.instructions.push(instruction)
    }
  }
  return stages
}

/** `--from=build a b c/` is what is copied, and where to. Other flags count for nothing here. */
export function parseCopy(rest: string): Copy {
  const words = rest.split(/\s+/)
  const flags = words.filter((word) => word.startsWith('--'))
  const paths = words.filter((word) => !word.startsWith('--'))
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length) ?? null
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/** The value of the last instruction of this name in a stage; null when there is none. */
export function lastOf(stage: Stage, name: string): string | null {
  return stage.instructions.findLast((each) => each.name === name)?.rest ?? null
}

/** Returns the ENV of a stage, in the form `NAME=value`. */
export function environmentOf({ instructions }: Stage): Record<string, string> {
  const pairs = instructions
    .filter(({ name }) => name === 'ENV')
    .map(({ rest }): [string, string] => [
      rest.slice(0, rest.indexOf('=')),
      rest.slice(rest.indexOf('=') + 1),
    ])
  return Object.fromEntries(pairs)
}

function instructionsOf(text: string): Instruction[] {
  const found: Instruction[] = []
  let begun: Instruction | null = null
  for (const [index, content] of text.split('\n').entries()) {
    const line = content.trim()
    if (line === '' || line.startsWith('#')) continue
    const part = line.replace(/\\$/, '').trim()
    if (begun) begun.rest += ` ${part}`
    else {
      begun = { name: part.split(/\s/, 1)[0] ?? '', rest: part.replace(/^\S+\s*/, ''), line: index + 1 }
      found.push(begun)
    }
    if (!line.endsWith('\\')) begun = null
  }
  return found
}

function stageOf(rest: string): Stage {
  const [base = '', as, name] = rest.split(/\s+/)
  return { name: as ? (name ?? null) : null, base, instructions: [] }
}
