import type { Schema } from '@portico/core/contract'
import { toJsonSchema } from '@valibot/to-json-schema'

/** JSON Schema, draft 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** `trim` and `check` have no counterpart in JSON Schema; a file is a binary string. Anything else unknown throws. */
export function jsonSchema(schema: Schema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    typeMode: 'input',
    ignoreActions: ['trim', 'check', 'partial_check'],
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'blob' ? { type: 'string', format: 'binary' } : undefined,
  })
  return rest as JsonSchema
}

const text = { type: 'string' }

/** Spec section 3, "Error". */
export const errorSchema = {
  type: 'object',
  required: ['errorID', 'errorMessage', 'requestID'],
  properties: {
    errorID: { ...text, description: 'One of docs/errors.md; it stays the same across versions' },
    errorMessage: { ...text, description: 'What happened, and what to do, for people' },
    resourceType: text,
    resourceID: text,
    requestID: { ...text, description: 'The same as the header X-Request-Id, and in the log of the server' },
    details: {
      type: 'array',
      description: 'The fields that break a rule',
      items: { type: 'object', properties: { errorID: text, errorMessage: text, fieldID: text } },
    },
  },
}
