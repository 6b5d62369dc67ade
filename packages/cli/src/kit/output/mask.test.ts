import { expect, test } from 'vitest'

import { isSecretName, masked, maskSecrets } from './mask.ts'

test.each([
  'Authorization',
  'set-cookie',
  'X-CSRFToken',
  'code',
  'clientSecret',
  'password',
  'access_token',
  'client_assertion',
])('the value of %s is masked', (name) => expect(isSecretName(name)).toBe(true))

test.each(['name', 'secrets', 'tokenUrl', 'tokenAuthMethod', 'clientSecretEndsOn', 'refreshTokens'])(
  'the value of %s is shown',
  (name) => expect(isSecretName(name)).toBe(false),
)

test('secrets are masked at any depth, and nothing else', () => {
  const value = {
    name: 'Main',
    rows: [{ clientSecret: 's', more: { password: null } }],
    encryptAssertions: true,
    count: 1,
  }
  expect(maskSecrets(value)).toEqual({
    name: 'Main',
    rows: [{ clientSecret: masked, more: { password: masked } }],
    encryptAssertions: true,
    count: 1,
  })
})
