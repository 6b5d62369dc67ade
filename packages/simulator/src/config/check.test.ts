import { describe, expect, test } from 'vitest'

import { acme, simulatorConfig } from '../testing/fixture.ts'
import { checkConfig } from './check.ts'
import type { OidcProviderConfig } from './shape.ts'

const [ada] = acme().people
const [portico] = acme().clients
const providers = (change: Partial<OidcProviderConfig>) => ({ providers: [acme(change)] })

describe('a configuration is refused, with the place', () => {
  test.each<[unknown, string]>([
    [null, 'the whole file: write an object.'],
    [{}, 'providers: is missing.'],
    [simulatorConfig({ port: 70_000 }), 'port: write a whole number from 0 to 65535.'],
    [{ ...simulatorConfig(), prot: 1 }, 'prot: there is no such setting.'],
    [simulatorConfig({ host: 'a b' }), 'host: write a host name'],
    [{ providers: [{ ...acme(), kind: 'ldap' }] }, 'providers[0].kind: write one of oidc, azure, saml.'],
    [providers({ id: 'Acme Works' }), 'providers[0].id: use lower-case letters'],
    [{ providers: [acme(), acme()] }, 'providers[1].id: is there twice.'],
    [providers({ people: [{ ...ada!, password: '' }] }), 'providers[0].people[0].password: write a text'],
    [providers({ people: [ada!, { ...ada!, username: 'ADA@acme.example' }] }), 'people[1].username: is there twice.'],
    [providers({ clients: [{ ...portico!, redirectUris: ['/callback'] }] }), 'clients[0].redirectUris: write whole'],
    [providers({ claims: { username: 'sub' } }), 'claims.username: "sub" already means'],
    [providers({ claims: { username: 'a', groups: 'a' } }), 'claims.groups: give it another name'],
    [
      providers({ idTokenSignedResponseAlg: 'HS256', clients: [{ ...portico!, clientSecret: 'short' }] }),
      'clients[0].clientSecret: HS256 needs at least 32 bytes.',
    ],
    [simulatorConfig({ applications: [{ slug: '../x', label: 'X' }] }), 'applications[0].slug: use lower-case'],
  ])('%#', (config, sentence) => {
    expect(() => checkConfig(config)).toThrow(sentence)
  })
})

test('all mistakes are reported together, without secrets', () => {
  const wrong = { port: 'x', providers: [acme({ name: '', id: '' })] }
  expect(() => checkConfig(wrong)).toThrow(/port:[^]*providers\[0\]\.id:[^]*providers\[0\]\.name:/)
  const secret = providers({ clients: [{ ...portico!, clientSecret: 's3cret', redirectUris: ['x'] }] })
  expect(() => checkConfig(secret)).not.toThrow('s3cret')
})

test('defaults are filled in, and a person keeps the same subject', () => {
  const first = checkConfig(simulatorConfig())
  expect(first).toMatchObject({ host: '127.0.0.1', port: 0, control: false })
  expect(first.providers[0]).toMatchObject({
    pairwise: false,
    claims: { username: 'preferred_username', groups: 'groups' },
    idTokenSignedResponseAlg: 'RS256',
  })
  expect(checkConfig(simulatorConfig())).toEqual(first)
})
