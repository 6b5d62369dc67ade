import { describe, expect, it } from 'vitest'

import { endpoints } from '../../app/contract.ts'
import type { Schema } from './endpoint.ts'
import { readInput } from './input.ts'

type Shape = Schema & {
  readonly type: string
  readonly wrapped?: Shape
  readonly item?: Shape
  readonly entries?: Readonly<Record<string, Shape>>
  readonly options?: readonly (Shape | string)[]
  readonly literal?: unknown
  /** For a variant: the field that selects the option. */
  readonly key?: string
}
type Field = {
  readonly path: string
  readonly types: readonly string[]
  readonly bodyWith: (value: unknown) => unknown
}

/** Every field of a schema, with the smallest body that contains it. */
function fieldsOf(shape: Shape, path: string, bodyWith: (value: unknown) => unknown): Field[] {
  if (shape.wrapped !== undefined) {
    const inner = fieldsOf(shape.wrapped, path, bodyWith)
    return inner.map((one) =>
      one.path === path && shape.type === 'nullable' ? { ...one, types: [...one.types, 'null'] } : one,
    )
  }
  const type = typeof shape.literal === 'boolean' ? 'boolean' : shape.type
  const nullable = path === '' ? [] : [{ path, types: [type], bodyWith }]
  if (shape.type === 'variant') {
    // One option of each shape is enough; the discriminator selects it.
    const { key = '' } = shape
    return (shape.options as Shape[]).flatMap((option) => {
      const kind = option.entries?.[key]?.literal
      return fieldsOf(option, path, (value) =>
        bodyWith(
          typeof value === 'object' && value !== null && !Array.isArray(value) ? { [key]: kind, ...value } : value,
        ),
      )
    })
  }
  if (shape.entries !== undefined) {
    const entries = Object.entries(shape.entries).flatMap(([name, entry]) =>
      fieldsOf(entry, path === '' ? name : `${path}.${name}`, (value) => bodyWith({ [name]: value })),
    )
    return [...nullable, ...entries]
  }
  if (shape.item !== undefined) return [...nullable, ...fieldsOf(shape.item, `${path}.0`, (value) => bodyWith([value]))]
  return nullable
}

/** Values of types that a field does not accept. */
function wrongValues({ types }: Field): unknown[] {
  const [type = ''] = types
  const nullable = types.includes('null') || type === 'nullable'
  const takes = {
    text: ['string', 'picklist', 'literal', 'union'].includes(type),
    list: type === 'array',
    fields: ['object', 'strict_object', 'record', 'variant'].includes(type),
    number: type === 'number',
    truth: type === 'boolean',
  }
  return [
    ...(nullable ? [] : [null]),
    ...(takes.text ? [] : ['text']),
    ...(takes.list ? [] : [[], ['text']]),
    ...(takes.fields ? [] : [{}, { a: 1 }]),
    ...(takes.number ? [] : [7]),
    ...(takes.truth ? [] : [true]),
  ]
}

const withJson = endpoints
  .filter((one) => one.body !== undefined && one.bodyKind === 'json')
  .map((one) => [`${one.method} ${one.path}`, one.body as Shape] as const)

const fieldIds = (schema: Schema, body: unknown) => {
  const read = readInput(schema, body)
  return read.ok ? [] : read.violations.map((one) => one.fieldID)
}

describe.each(withJson)('the body of %s', (_, schema) => {
  const fields = fieldsOf(schema, '', (value) => value)

  it('is rejected with the name of each field that has the wrong type', () => {
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      for (const value of wrongValues(field)) {
        // For a list of invalid items, the violation may name their positions.
        const named = fieldIds(schema, field.bodyWith(value)).some(
          (one) => one === field.path || one.startsWith(`${field.path}.`),
        )
        expect(named, `${field.path}: ${JSON.stringify(value)}`).toBe(true)
      }
    }
  })

  it('is rejected with the name of each field whose text cannot be stored', () => {
    for (const field of fields.filter(({ types }) => types[0] === 'string')) {
      for (const text of [
        'half a \ud83d character',
        'a \0 NUL',
        'a \u0007 bell',
        'a \u007f deletion',
        'a \u0085 next line',
      ]) {
        expect(fieldIds(schema, field.bodyWith(text)), `${field.path}: ${JSON.stringify(text)}`).toContain(field.path)
      }
    }
  })

  it.each([[null], [[]], [[1]], ['text'], [7], [true]])('is not an object: %j', (body) => {
    expect(fieldIds(schema, body)).toEqual(['body'])
  })
})

describe('what is wrong with a field', () => {
  const provider = withJson.find(([name]) => name === 'PUT /portal/admin/tenant/idps/{id}')?.[1] as Shape
  const azure = (config: object) => ({
    type: 'AAD2',
    name: 'Azure',
    config: { domainName: 'a.example', applicationId: 'a', ...config },
  })

  it.each([
    ['null', azure({ applicationId: null }), 'config.applicationId', 'NOT_TEXT'],
    ['a list for an object', { ...azure({}), config: [] }, 'config', 'NOT_OBJECT'],
    ['null for an object', { ...azure({}), config: null }, 'config', 'NOT_OBJECT'],
    ['a text for a truth', azure({ disableSlo: 'false' }), 'config.disableSlo', 'NOT_BOOLEAN'],
    ['an unknown field', azure({ nonsense: 1 }), 'config.nonsense', 'UNKNOWN_FIELD'],
    ['an unknown type', { ...azure({}), type: 'LDAP' }, 'type', 'IDP_TYPE'],
    [
      'a day that the calendar has not',
      azure({ applicationSecretEndsOn: '2026-02-30' }),
      'config.applicationSecretEndsOn',
      'DAY_SHAPE',
    ],
    [
      'a 29th of February in a common year',
      azure({ applicationSecretEndsOn: '2027-02-29' }),
      'config.applicationSecretEndsOn',
      'DAY_SHAPE',
    ],
    ['a 13th month', azure({ applicationSecretEndsOn: '2026-13-01' }), 'config.applicationSecretEndsOn', 'DAY_SHAPE'],
  ])('%s is reported', (_, body, fieldID, errorID) => {
    expect(readInput(provider, body)).toEqual({ ok: false, violations: [{ fieldID, errorID }] })
  })

  it('a 29th of February in a leap year is a day', () => {
    expect(readInput(provider, azure({ applicationSecretEndsOn: '2028-02-29' }))).toMatchObject({ ok: true })
  })
})
