import { describe, expect, it } from 'vitest'

import { processorMs } from '../../testing/processor-time.ts'
import { checkJwt, jsonBounds, JsonFault, readJson, readJsonBytes } from './read-json.ts'

const { depthMax, namesMax } = jsonBounds

function faultOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    return error.kind
  }
}

const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
const named = (count: number) => `{${Array.from({ length: count }, (_, at) => `"a${at}":0`).join()}}`

describe('a JSON text', () => {
  it.each([
    '{}',
    '[]',
    '"a"',
    '0',
    'null',
    ' {"a" : [ {"b":"\\\\"}, {"c":"\\"{[:"} ] } ',
    nested(depthMax),
    named(namesMax),
  ])('within the bounds is read: %.40s', (text) => expect(readJson(text)).toEqual(JSON.parse(text)))

  it.each([
    ['too deep', nested(depthMax + 2), 'depth'],
    ['5,000 brackets that are never closed', '['.repeat(5000), 'depth'],
    ['too many names', named(namesMax + 1), 'names'],
    ['too many names in an inner object', `[{"a":${named(namesMax + 1)}}]`, 'names'],
    ['one name too many, again and again', `{${'"a":0,'.repeat(namesMax)}"a":0}`, 'names'],
    ['no JSON', '{"a":}', 'syntax'],
    ['nothing', '', 'syntax'],
  ])('%s is refused', (_, text, kind) => expect(faultOf(() => readJson(text))).toBe(kind))

  it('counts what is structure, and nothing within texts', () => {
    const text = JSON.stringify({ a: '['.repeat(5000) + ':'.repeat(5000) + '\\"' })
    expect(readJson(text)).toEqual(JSON.parse(text))
    expect(readJson(`[${Array.from({ length: 5000 }, () => '{"a":[]}').join()}]`)).toHaveLength(5000)
  })

  it('that is not UTF-8 is refused', () =>
    expect(faultOf(() => readJsonBytes(Buffer.from([0x22, 0xff, 0x22])))).toBe('syntax'))

  it('a hundred times as long costs a hundred times as much at most', () => {
    const costMs = (length: number) => processorMs(() => faultOf(() => readJson('"\\'.repeat(length))))
    costMs(1000)
    expect(costMs(500_000)).toBeLessThan(200 * Math.max(costMs(5000), 0.1))
  })
})

describe('a JWT', () => {
  const jwt = (header: string, claims: string) =>
    [header, claims, 'sig'].map((part) => Buffer.from(part).toString('base64url')).join('.')

  it('is within the bounds', () => expect(faultOf(() => checkJwt(jwt('{}', nested(depthMax))))).toBeUndefined())
  it.each([
    ['header', jwt(nested(depthMax + 2), '{}')],
    ['claims', jwt('{}', nested(depthMax + 2))],
  ])('is refused for its %s', (_, token) => expect(faultOf(() => checkJwt(token))).toBe('depth'))
})
