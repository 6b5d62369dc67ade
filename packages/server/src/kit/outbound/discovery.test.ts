import { expect, it } from 'vitest'

import { createChecks } from '../checks/checks.ts'
import { createProviderMetadata } from './discovery.ts'
import { exactIssuer } from '../../sign-in/oidc/relying-party.ts'
import type { RelyingParty } from './relying-party.ts'

const issuer = 'https://idp.example'
const document = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  end_session_endpoint: `${issuer}/end-session`,
}
const party: RelyingParty = {
  providerId: 'provider',
  issuer: exactIssuer(issuer),
  clientId: 'portico',
  clientSecret: undefined,
  discoveryUrl: `${issuer}/.well-known/openid-configuration`,
  addresses: {},
  responseMode: 'query',
  scope: 'openid',
  tokenAuthMethod: 'auto',
  signatureAlgorithm: 'RS256',
  disableSignatureVerification: false,
  extraParameters: {},
}

/** The network is the one thing that is not real here: what it answers is the document. */
const read = (answer: unknown, { allowHttp = false, of = party } = {}) =>
  createProviderMetadata({ fetch: async () => Response.json(answer), clock: Date, allowHttp }).read(of, createChecks())

it('reads the addresses of a provider', async () => {
  expect(await read(document)).toMatchObject({
    authorizationEndpoint: `${issuer}/authorize`,
    userinfoEndpoint: `${issuer}/userinfo`,
    tokenAuthMethods: ['client_secret_basic'],
    issParameterRequired: false,
  })
})

const misconfigured = { code: 'IDP_ERROR', finding: 'provider-misconfigured' }
const names = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const

it.each(names)('in production, a document that moves %s to plain http is refused', async (name) => {
  const downgraded = { ...document, [name]: 'http://idp.example/plain' }
  await expect(read(downgraded)).rejects.toMatchObject(misconfigured)
  expect(await read(downgraded, { allowHttp: true })).toBeDefined()
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp://idp.example/'])(
  '%s is not a valid provider address, even in development',
  async (address) => {
    for (const name of names)
      await expect(read({ ...document, [name]: address }, { allowHttp: true })).rejects.toMatchObject(misconfigured)
  },
)

it('an administrator who typed a plain http address gets that finding too', async () => {
  const typed = { ...party, addresses: { authorization: 'http://idp.example/authorize' } }
  await expect(read(document, { of: typed })).rejects.toMatchObject(misconfigured)
})
