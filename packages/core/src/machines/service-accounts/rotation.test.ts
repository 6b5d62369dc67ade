import { createPublicKey, generateKeyPairSync } from 'node:crypto'

import { beforeEach, expect, test } from 'vitest'

import { createClient } from '../../kit/http/client.ts'
import type { HttpRequest } from '../../kit/http/port.ts'
import { answeringPort, type Answer } from '../../testing/answering-port.ts'
import { getServiceAccount, updateServiceAccount, type ServiceAccount } from './contract.ts'
import type { KeyFolder } from './rotation-folder.ts'
import { createRotation, type RotationOptions } from './rotation.ts'

const now = Date.parse('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
const pairs = Array.from({ length: 2 }, () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
})
const [oldKey, newKey] = pairs.map(({ publicKey }) => publicKey) as [string, string]
const newPair = pairs[1] as (typeof pairs)[number]
const account: ServiceAccount = {
  id: 'a1',
  name: 'one',
  urn: 'urn:x:a1',
  key1: oldKey,
  key1Algorithm: 'RSA',
  key1AddedAt: daysAgo(1),
  createdAt: daysAgo(90),
  updatedAt: daysAgo(1),
}

let files: Map<string, string>
let notes: Map<string, string>
let folder: KeyFolder
beforeEach(() => {
  files = new Map()
  notes = new Map()
  folder = {
    exists: () => files.size > 0,
    pathOf: (file) => `/keys/${file}`,
    publicKeyIn(file) {
      const text = files.get(file)
      if (text === undefined) return undefined
      return createPublicKey(text).export({ type: 'spki', format: 'pem' }).toString()
    },
    write(file, privateKey, accountId) {
      files.set(file, privateKey)
      notes.set(file, accountId)
    },
    isPendingFor: (file, accountId) => notes.get(file) === accountId,
    settle: (file) => void notes.delete(file),
    remove(file) {
      files.delete(file)
      notes.delete(file)
    },
  }
})

const reads = (...bodies: readonly ServiceAccount[]) => bodies.map((body) => ({ endpoint: getServiceAccount, body }))
const stores = (body: ServiceAccount) => ({ endpoint: updateServiceAccount, body })
const storeFails = (status: number) => ({ endpoint: updateServiceAccount, status, body: {} })

/** What became of the account, and the bodies that were sent. */
async function rotate(answers: readonly Answer[], options: Partial<RotationOptions> = {}) {
  const http = answeringPort(answers)
  const clock = { now: () => now } as never
  const rotation = createRotation(
    {
      client: createClient({ http, clock }),
      clock,
      say: (id) => id,
      folder,
      makePair: () => Promise.resolve(newPair),
      prove: () => Promise.resolve(undefined),
    },
    [account],
    { environmentId: 'e1', ...options },
  )
  await rotation.run()
  const bodyOf = ({ body }: HttpRequest) => JSON.parse(body as string) as Record<string, string>
  return {
    result: rotation.getState().results[0],
    sent: http.sent.filter(({ method }) => method === 'PUT').map(bodyOf),
  }
}

test('a key whose storing was unclear is stored by the next run, with the same file', async () => {
  const first = await rotate([...reads(account), storeFails(503)])
  expect(first.result).toMatchObject({ status: 'failed', reason: 'rotation.unclear' })
  const second = await rotate([...reads(account), stores({ ...account, key2: newKey })])
  expect(second.result).toMatchObject({ status: 'rotated', otherKey: 'kept' })
  expect(second.sent).toMatchObject([{ key1: oldKey, key2: newKey }])
  expect([[...files], [...notes]]).toEqual([[['one.pem', newPair.privateKey]], []])
})

test('a key of an earlier run stays where the next run cannot store it: the first request may still arrive', async () => {
  await rotate([...reads(account), storeFails(503)])
  expect((await rotate([...reads(account), storeFails(409)])).result).toMatchObject({ status: 'failed' })
  expect([...files.keys()]).toEqual(['one.pem'])
})

test('a key that an earlier run has stored leaves the account unchanged, unless the other key is removed now', async () => {
  files.set('one.pem', newPair.privateKey)
  const both = { ...account, key2: newKey }
  expect(await rotate(reads(both))).toMatchObject({ result: { status: 'unchanged', otherKey: 'kept' }, sent: [] })
  const removing = await rotate([...reads(both), stores({ ...both, key1: '' })], { removesUsed: true })
  expect(removing.result).toMatchObject({ status: 'rotated', otherKey: 'removed' })
  // Stored by a run that ended before it noted that.
  notes.set('one.pem', account.id)
  expect((await rotate(reads(both))).result).toMatchObject({ status: 'rotated', otherKey: 'kept' })
})

test('a key that was made for another account is not stored', async () => {
  folder.write('one.pem', newPair.privateKey, 'a2')
  const { result, sent } = await rotate(reads(account))
  expect([result, sent]).toMatchObject([{ status: 'failed', cause: 'file', reason: 'rotation.otherKey' }, []])
})

test.each([
  ['a redirect, whose body is not JSON,', { endpoint: updateServiceAccount, status: 302 }],
  ['a 408 of a proxy', storeFails(408)],
  ['a 412, which a repeated request gets', storeFails(412)],
  ['a 502', storeFails(502)],
])('after %s the private key stays', async (_, answer) => {
  const { result } = await rotate([...reads(account), answer])
  expect([result, [...files.keys()]]).toMatchObject([{ status: 'failed', reason: 'rotation.unclear' }, ['one.pem']])
})

test.each([400, 401, 403, 404, 409, 422])('after a %i the private key is removed', async (status) => {
  const { result } = await rotate([...reads(account), storeFails(status)])
  expect([result, [...files.keys()]]).toMatchObject([{ status: 'failed' }, []])
})
