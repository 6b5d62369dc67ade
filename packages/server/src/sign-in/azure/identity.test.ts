import { expect, it } from 'vitest'

import { createChecks } from '../../kit/checks/checks.ts'
import type { AzureProvider } from '../../providers/identity-providers/queries.ts'
import { azureIdentity } from './identity.ts'

const provider = { type: 'AAD2', config: { usernameTransforms: [], groupTransforms: [] } } as unknown as AzureProvider
const claims = {
  sub: 's',
  tid: 't',
  oid: 'o',
  preferred_username: 'ada@acme.example',
  email: 'ada@acme.example',
  groups: [],
}

it.each([
  [{ xms_edov: true }, true],
  [{ xms_edov: 'true' }, true],
  [{ xms_edov: 1 }, true],
  [{ xms_edov: '1' }, true],
  [{ xms_edov: false }, false],
  [{ xms_edov: 0 }, false],
  [{ xms_edov: '0' }, false],
  [{ xms_edov: 'yes' }, null],
  [{}, null],
  // Entra ID does not define it: an application of the directory could map it.
  [{ email_verified: true }, null],
  [{ xms_edov: true, email: undefined }, null],
])('what %j says about the address', async (said, expected) => {
  const deps = {} as Parameters<typeof azureIdentity>[2]
  const work = { signal: AbortSignal.timeout(10_000), checks: createChecks() }
  expect((await azureIdentity(provider, { ...claims, ...said }, deps, work)).emailVerified).toBe(expected)
})
