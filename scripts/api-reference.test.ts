import { resolve } from 'node:path'

import { endpoints, readInput } from '@portico/core/contract'
import addFormats from 'ajv-formats'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { openApi } from '../packages/server/src/app/openapi.ts'
import {
  callsOf,
  resolved,
  type Call,
  type JsonSchema,
  type OpenApi,
  type Response,
} from '../packages/web/build/documents/api/open-api.ts'
import { exampleOf } from '../packages/web/build/documents/api/examples.ts'
import { fieldsOf } from '../packages/web/build/documents/api/fields.ts'
import { readReference } from '../packages/web/build/documents/api/reference.ts'
import { readDocuments } from '../packages/web/build/documents/pages.ts'

const document = JSON.parse(JSON.stringify(openApi('https://portal.example.com', '1.2.3'))) as OpenApi
const calls = document.tags.flatMap(({ name }) => callsOf(document, name))
const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false })
addFormats.default(ajv)
ajv.addFormat('binary', true)
ajv.addKeyword('components').addSchema({ $id: 'portico', components: document.components })

/** The rules that a schema of the document breaks. */
function faultsOf(schema: JsonSchema, value: unknown): unknown {
  const ownRefs = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"portico#/components')) as AnySchema
  const validate = ajv.compile(ownRefs)
  return validate(value) ? [] : validate.errors
}

const named = (list: readonly Call[]) => list.map((call) => [call.operation.operationId, call] as const)
const endpointOf = ({ operation }: Call) => endpoints.find(({ name }) => name === operation.operationId)
const successOf = ({ operation }: Call) => {
  const [one] = Object.entries(operation.responses).filter(([status]) => status < '400')
  return one && Object.values(resolved<Response>(one[1], document).content ?? {})[0]
}

describe('an example of the reference', () => {
  const withBody = calls.filter(({ operation: { requestBody } }) =>
    Object.keys(requestBody?.content ?? {}).some((type) => !/xml|multipart/.test(type)),
  )
  test.each(named(withBody))('has a body that %s accepts', (_, call) => {
    const [found] = Object.values(call.operation.requestBody?.content ?? {})
    const value = exampleOf(found?.schema ?? {}, document, { full: false })
    expect(faultsOf(found?.schema ?? {}, value), JSON.stringify(value)).toEqual([])
    const schema = endpointOf(call)?.body
    if (schema !== undefined) expect(readInput(schema, value), JSON.stringify(value)).toMatchObject({ ok: true })
  })

  test.each(named(calls.filter((call) => successOf(call) !== undefined)))(
    'has an answer that %s can give',
    (_, call) => {
      const { schema = {} } = successOf(call) ?? {}
      const value = exampleOf(schema, document, { full: true })
      expect(faultsOf(schema, value), JSON.stringify(value)).toEqual([])
      const reply = endpointOf(call)?.reply
      if (reply !== undefined) expect(v.safeParse(reply, value).success, JSON.stringify(value)).toBe(true)
    },
  )
})

test('the reference has each call once, on the page of its area, and its search finds it', () => {
  const { pages, section } = readReference(document)
  expect(section.entries.map(({ address }) => address)).toEqual(pages.map(({ address }) => address))
  const all = Object.values(document.paths).flatMap((operations) => Object.values(operations))
  for (const { operationId, summary } of all) {
    const shown = pages.filter(({ content }) => content.includes(`<h2 id="${operationId}">`))
    expect(shown.length, operationId).toBe(1)
    const [page] = shown
    expect(
      page?.passages.some(({ heading, address }) => heading === summary && address.endsWith(`#${operationId}`)),
    ).toBe(true)
  }
})

test('every error id that a call names is explained in docs/errors.md', () => {
  const root = resolve(import.meta.dirname, '..')
  expect(() => readDocuments(root, document)).not.toThrow()
  const other = JSON.parse(JSON.stringify(document).replaceAll('"NAME_TAKEN"', '"NAME_STOLEN"')) as OpenApi
  expect(() => readDocuments(root, other)).toThrow(
    'names the error id NAME_STOLEN, which docs/errors.md does not explain.',
  )
})

describe('the table of fields', () => {
  const table = (schema: JsonSchema) =>
    fieldsOf(schema, document).map(({ name, type, isRequired, limits }) => [name, type, isRequired, ...limits])
  const text: JsonSchema = { type: 'string' }

  test('has the fields of objects and of lists of objects by their place', () => {
    const inner: JsonSchema = { type: 'object', required: ['a'], properties: { a: { ...text, maxLength: 5 }, b: text } }
    expect(
      table({ type: 'object', properties: { one: inner, many: { type: 'array', items: inner, maxItems: 3 } } }),
    ).toEqual([
      ['one', 'object', false],
      ['one.a', 'string', true, 'at most 5 characters'],
      ['one.b', 'string', false],
      ['many', 'list of object', false, 'at most 3 entries'],
      ['many[].a', 'string', true, 'at most 5 characters'],
      ['many[].b', 'string', false],
    ])
  })

  test('has the values and fields of all forms of a body', () => {
    const form = (kind: string, more: JsonSchema['properties']): JsonSchema => ({
      type: 'object',
      required: ['kind', ...Object.keys(more ?? {})],
      properties: { kind: { const: kind }, ...more },
    })
    expect(table({ anyOf: [form('a', { name: text }), form('b', {})] })).toEqual([
      ['kind', 'string', true, 'one of a, b'],
      ['name', 'string', false],
    ])
  })

  test('ends where a field has fields of its own kind', () => {
    expect(table({ $ref: '#/components/schemas/ScimSchema' }).length).toBeLessThan(30)
  })
})
