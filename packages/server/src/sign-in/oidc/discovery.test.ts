import { expect, it } from 'vitest'

import type { OidcConfig } from '../../identity-providers/oidc-config.ts'
import { createProviderMetadata } from './discovery.ts'

const issuer = 'https://idp.example'
const document = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
}
const config = { issuer, clientId: 'portico', signatureAlgorithm: 'RS256' } as OidcConfig

/** The network is the one thing that is not real here: what it answers is the document. */
const metadata = (answer: unknown, allowHttp = false) =>
  createProviderMetadata({ fetch: async () => Response.json(answer), clock: Date, allowHttp })

it('reads the addresses of a provider', async () => {
  expect(await metadata(document).read(config)).toMatchObject({
    authorizationEndpoint: `${issuer}/authorize`,
    userinfoEndpoint: `${issuer}/userinfo`,
    tokenAuthMethods: ['client_secret_basic'],
    issParameterRequired: false,
  })
})

const names = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const

it.each(names)('in production, a document that moves %s to plain http is refused', async (name) => {
  const downgraded = { ...document, [name]: 'http://idp.example/plain' }
  await expect(metadata(downgraded).read(config)).rejects.toMatchObject({ code: 'IDP_ERROR' })
  expect(await metadata(downgraded, true).read(config)).toBeDefined()
})

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'ftp://idp.example/'])(
  '%s is no address of a provider, in development either',
  async (address) => {
    for (const name of names)
      await expect(metadata({ ...document, [name]: address }, true).read(config)).rejects.toMatchObject({
        code: 'IDP_ERROR',
      })
  },
)

it('an administrator who typed a plain http address is told so as well', async () => {
  const typed = { ...config, authorizationUrl: 'http://idp.example/authorize' }
  await expect(metadata(document).read(typed)).rejects.toMatchObject({ code: 'IDP_ERROR' })
})
