import { randomBytes } from 'node:crypto'

import { expect, it } from 'vitest'

import { secretsIn } from './audit-secrets.ts'

it.each<[string, unknown, boolean]>([
  ['a client secret', { config: { clientSecret: 'hunter2' } }, true],
  ['a masked one', { config: { clientSecret: '***' } }, false],
  ['whether there is one', { config: { clientSecretSet: true } }, false],
  ['a private key', { note: '-----BEGIN PRIVATE KEY-----\nMIIE' }, true],
  ['a public key', { key1: '-----BEGIN PUBLIC KEY-----\nMIIB' }, false],
  ['a JSON Web Token', { note: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIn0.x' }, true],
  ['a random token in a list', { values: [randomBytes(32).toString('base64url')] }, true],
  ['the thumbprint of a key', { key1Thumbprint: randomBytes(32).toString('base64url') }, false],
])('%s: %j', (_, value, isFound) => {
  expect(secretsIn(value, 'after').length > 0).toBe(isFound)
})
