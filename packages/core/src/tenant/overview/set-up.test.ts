import { expect, test } from 'vitest'

import { readFirstAccount, setUpOf } from './set-up.ts'

const bare = { id: 'p1', enabled: true, suffixes: [], prefixes: [] }
const known = { id: 'p2', enabled: true, suffixes: ['acme.example'], prefixes: [] }
const none = { exists: false, environmentId: undefined }

test.each<[string, Parameters<typeof setUpOf>, object]>([
  ['nothing', [[], none], { done: { provider: false, formats: false, account: false }, providerId: undefined }],
  ['a provider without formats', [[known, bare], none], { done: { provider: true, formats: false }, providerId: 'p1' }],
  [
    'a provider without formats that is off',
    [[known, { ...bare, enabled: false }], none],
    { done: { provider: true, formats: true }, providerId: undefined },
  ],
  [
    'an account',
    [[known], { exists: true, environmentId: 'e1' }],
    { done: { provider: true, formats: true, account: true }, environmentId: 'e1' },
  ],
])('a tenant with %s', (_, [providers, account], expected) => {
  expect(setUpOf(providers, account)).toMatchObject(expected)
})

/** The answers of the API, and the environments whose accounts are asked for. */
function clientOf(accounts: Record<string, object[]>) {
  const asked: string[] = []
  const environments = Object.keys(accounts).map((id) => ({ id, readonly: id === 'e0' }))
  const call = async ({ name }: { name: string }, input?: { params: { envId: string } }) => {
    if (name === 'listAdminEnvironments') return { ok: true, value: { environments } }
    const { envId = '' } = input?.params ?? {}
    asked.push(envId)
    return { ok: true, value: { serviceAccounts: accounts[envId] } }
  }
  return { asked, client: { call: call as never } }
}

test('the first account is looked for in one environment after the other, until one has it', async () => {
  const { asked, client } = clientOf({ e0: [], e1: [{}], e2: [{}] })
  expect(await readFirstAccount(client)).toEqual({ exists: true, environmentId: 'e1' })
  expect(asked).toEqual(['e0', 'e1'])
})

test('a tenant without accounts sees where the first can be created', async () => {
  const { asked, client } = clientOf({ e0: [], e1: [] })
  expect(await readFirstAccount(client)).toEqual({ exists: false, environmentId: 'e1' })
  expect(asked).toEqual(['e0', 'e1'])
})
