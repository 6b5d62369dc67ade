import type { ListParameter } from '../lists/list-request.ts'
import { text, type JsonSchema } from './json-schema.ts'
import { listParameters } from './list-parameters.ts'

function parameter(place: 'path' | 'query' | 'header', name: string, schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema
  const isList = schema['type'] === 'array'
  return {
    name,
    in: place,
    required: place === 'path',
    ...(description === undefined ? {} : { description }),
    schema: rest,
    // Names separated by commas.
    ...(isList ? { style: 'form', explode: false } : {}),
    ...(name === 'cursor' ? { allowEmptyValue: true } : {}),
  }
}

const others = {
  idpId: parameter('path', 'idpId', { ...text, description: 'ID of the identity provider' }),
  id: parameter('path', 'id', text),
  ifMatch: parameter('header', 'If-Match', { ...text, description: 'Only if the resource has this version' }),
  ifNoneMatch: parameter('header', 'If-None-Match', {
    ...text,
    description: 'Only if the resource has another version',
  }),
}

export type ParameterName = ListParameter | keyof typeof others

const componentName = (name: string) => `Scim${name.charAt(0).toUpperCase()}${name.slice(1)}`

export const scimParameters = Object.fromEntries(
  [
    ...Object.entries(others),
    ...Object.entries(listParameters).map(([name, schema]) => [name, parameter('query', name, schema)] as const),
  ].map(([name, one]) => [componentName(name), one]),
)

export const parameterRefs = (names: readonly ParameterName[]): readonly JsonSchema[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${componentName(name)}` }))
