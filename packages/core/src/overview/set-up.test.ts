import { expect, test } from 'vitest'

import { readSetUp } from './set-up.ts'

type Answers = { idps?: object[]; environments?: object[]; accounts?: Record<string, object[]> }

/** The answers of the API to the three calls. */
function clientOf({ idps = [], environments = [], accounts = {} }: Answers): Parameters<typeof readSetUp>[0] {
  const call = async ({ name }: { name: string }, input?: { params?: { envId: string } }) => ({
    ok: true,
    value:
      name === 'listIdentityProviders'
        ? { idps }
        : name === 'listAdminEnvironments'
          ? { environments }
          : { serviceAccounts: accounts[input?.params?.envId ?? ''] ?? [] },
  })
  return { call: call as never }
}

const bare = { id: 'p1', enabled: true, suffixes: [], prefixes: [] }
const known = { id: 'p2', enabled: true, suffixes: ['acme.example'], prefixes: [] }
const open = { id: 'e1', readonly: false }

test.each<[string, Answers, object]>([
  ['nothing', {}, { done: { provider: false, formats: false, account: false }, providerId: undefined }],
  [
    'a provider without formats',
    { idps: [known, bare] },
    { done: { provider: true, formats: false }, providerId: 'p1' },
  ],
  [
    'a provider without formats that is off',
    { idps: [known, { ...bare, enabled: false }] },
    { done: { provider: true, formats: true }, providerId: undefined },
  ],
  [
    'an account in a later environment',
    { idps: [known], environments: [{ id: 'e0', readonly: true }, open], accounts: { e1: [{}] } },
    { done: { provider: true, formats: true, account: true }, environmentId: 'e1' },
  ],
])('a tenant with %s', async (_, answers, expected) => {
  expect(await readSetUp(clientOf(answers))).toMatchObject(expected)
})
