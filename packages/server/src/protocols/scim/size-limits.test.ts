import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestServer, withoutRateLimits, type TestServer } from '../../testing/test-server.ts'
import {
  filterComparisonsMax,
  keysMax,
  patchComparisonsMax,
  patchOperationsMax,
  resourceBytesMax,
  valuesMax,
} from './limits.ts'
import { patchOf, startDirectory, type Directory } from './testing/directory.ts'
import { enterprise } from './testing/examples.ts'

let server: TestServer
let directory: Directory
let user = ''
let group = ''

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  directory = await startDirectory(server, 'limits')
  user = await created('/Users', { userName: 'ada' })
  group = await created('/Groups', { displayName: 'Guides' })
})
afterAll(() => server?.close())

const created = async (path: string, body: object) => (await directory.send('POST', path, body)).body['id'] as string
const times = <T>(length: number, one: (at: number) => T) => Array.from({ length }, (_, at) => one(at))
const unknown = (count: number) => Object.fromEntries(times(count, (at) => [`unknown${at}`, 1]))
const patch = (...operations: readonly unknown[]) => directory.send('PATCH', `/Users/${user}`, patchOf(...operations))
const refused = (scimType: string, detail: RegExp) => ({
  status: 400,
  body: { scimType, detail: expect.stringMatching(detail) as unknown },
})

describe('a body', () => {
  it('is nested at most 32 levels deep', async () => {
    const text = `{"userName":"deep","title":${'['.repeat(5000)}${']'.repeat(5000)}}`
    expect(await directory.send('POST', '/Users', text)).toMatchObject(
      refused('invalidValue', /more than 32 levels deep/),
    )
  })

  it('names a limited number of attributes, with those of extensions', async () => {
    const named = { userName: 'keys', ...unknown(keysMax - 1) }
    expect((await directory.send('POST', '/Users', named)).status).toBe(201)
    const half = unknown(keysMax / 2)
    for (const more of [
      { ...named, one: 1 },
      { ...half, [enterprise]: half },
      { emails: [{ value: 'a', ...unknown(keysMax) }] },
    ])
      expect(await directory.send('POST', '/Users', { ...more, userName: 'more' })).toMatchObject(
        refused('invalidValue', /more than 1000 attributes/),
      )
  })

  it('is not taken for an object where a text has the signs of one', async () => {
    const title = `\\"{${':'.repeat(2 * keysMax)}}[\\\\`
    expect((await directory.send('POST', '/Users', { userName: 'signs', title, nickName: '\\' })).body['title']).toBe(
      title,
    )
  })

  it('of a PATCH does so in all of its operations together', async () => {
    const half = unknown(keysMax / 2)
    expect((await patch({ op: 'add', value: half }, { op: 'add', value: half })).status).toBe(200)
    for (const more of [
      { op: 'add', value: { one: 1 } },
      { op: 'add', path: enterprise, value: { one: 1 } },
    ])
      expect(await patch({ op: 'add', value: half }, { op: 'add', value: half }, more)).toMatchObject(
        refused('invalidValue', /more than 1000 attributes/),
      )
    const members = times(patchOperationsMax, () => ({
      op: 'remove',
      path: 'members',
      value: { value: user, type: 'User' },
    }))
    expect((await directory.send('PATCH', `/Groups/${group}`, patchOf(...members))).status).toBe(204)
  })

  it.each(['op', 'path'])('with thousands of lists inside each other as %s is refused', async (name) => {
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const rest = name === 'op' ? '"path":"title"' : '"op":"add"'
    const body = `{"Operations":[{"${name}":${nested},${rest},"value":"x"}]}`
    expect((await directory.send('PATCH', `/Users/${user}`, body)).status).toBe(400)
  })
})

describe('a resource', () => {
  it('has a limited number of values of an attribute, however many operations add them', async () => {
    const values = (from: number) => times(50, (at) => ({ value: `${from}`, type: `t${from + at}` }))
    const add = (from: number) => ({ op: 'add', path: 'emails', value: values(from) })
    expect((await patch(add(0), add(50))).body['emails']).toHaveLength(valuesMax)
    const one = { op: 'add', path: 'emails[type eq "new"].value', value: 'x' }
    for (const operation of [add(100), one])
      expect(await patch(operation)).toMatchObject(refused('invalidValue', /more than 100 values/))
    // What is removed first makes room.
    expect((await patch({ op: 'remove', path: 'emails[type eq "t0"]' }, one)).body['emails']).toHaveLength(valuesMax)
    await patch({ op: 'remove', path: 'emails' })
  })

  it('has a limited size after POST, PUT and PATCH', async () => {
    const large = times(17, (at) => ({ value: `${at}`.padEnd(4_000, 'é'.repeat(20)), type: `${at}` }))
    const fitting = large.slice(0, 7)
    const body = { userName: 'large', emails: fitting }
    expect(Buffer.byteLength(JSON.stringify(fitting))).toBeLessThan(resourceBytesMax)
    const id = await created('/Users', body)
    expect(await directory.send('POST', '/Users', { userName: 'larger', emails: large })).toMatchObject(
      refused('invalidValue', /65536 bytes/),
    )
    expect(await directory.send('PUT', `/Users/${id}`, { ...body, ims: fitting, photos: fitting })).toMatchObject(
      refused('invalidValue', /65536 bytes/),
    )
    for (const path of ['emails', 'ims'])
      expect(
        await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'add', path, value: large.slice(7, 14) })),
      ).toMatchObject(refused('invalidValue', /65536 bytes/))
    expect((await directory.send('GET', `/Users/${id}`)).body['emails']).toEqual(fitting)
  })

  it('may be a group with many members', async () => {
    const values = times(1_500, () => ({ value: user, $ref: 'x'.repeat(60) }))
    expect((await directory.send('POST', '/Groups', { displayName: 'Many', members: values })).status).toBe(201)
    const add = patchOf({ op: 'add', path: 'members', value: values })
    expect((await directory.send('PATCH', `/Groups/${group}`, add)).status).toBe(204)
  })
})

it('the paths of a PATCH have a limited number of comparisons, those with members excepted', async () => {
  const path = (name: string, count: number) => `${name}[${times(count, (at) => `value eq "${at}"`).join(' or ')}]`
  const remove = (name: string, count: number) => ({ op: 'remove', path: path(name, count) })
  const full = times(patchComparisonsMax / filterComparisonsMax, () => remove('emails', filterComparisonsMax))
  expect((await patch(...full)).status).toBe(200)
  expect(await patch(...full, remove('emails', 1))).toMatchObject(refused('tooMany', /more than 1000 comparisons/))
  const members = times(20, () => remove('members', filterComparisonsMax))
  expect((await directory.send('PATCH', `/Groups/${group}`, patchOf(...members))).status).toBe(204)
})
