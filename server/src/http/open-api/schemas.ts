import { z } from 'zod/mini'

type Side = 'input' | 'output'
type JsonSchema = Record<string, unknown>

/** A schema of the contract as JSON Schema 2020-12: what is taken, or what is given. */
export function schemaOf(schema: z.ZodMiniType, io: Side) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: addSecondStep(io),
  })
  return rest
}

/** A schema's fields as parameters: path and query hold nothing deeper. */
export function fieldsOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

/** The content of a JSON body. */
export function jsonContent(schema: object): object {
  return { 'application/json': { schema } }
}

/**
 * Text that is trimmed first and looked at then, such as an e-mail, is two steps. What is taken must pass both: JSON
 * Schema of the first alone would call any text an e-mail.
 */
function addSecondStep(io: Side) {
  return ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) => {
    const { def } = zodSchema._zod
    if (io !== 'input' || def.type !== 'pipe' || jsonSchema.type !== 'string') return
    const second: JsonSchema = z.toJSONSchema(def.out, { io, unrepresentable: 'any' })
    if (second.type !== 'string') return
    const { $schema: _, ...rest } = second
    Object.assign(jsonSchema, rest)
  }
}
