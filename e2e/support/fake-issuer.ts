import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { SignJWT } from 'jose'

export type FakeIssuer = {
  readonly url: string
  /** How often the keys were read. */
  reads(): number
  /** Signs with the published key; an undefined claim is left out. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    header?: { readonly alg?: string; readonly typ?: string },
  ): Promise<string>
  stop(): Promise<void>
}

/** An OpenID provider with one key, for tokens that Portico's own key never signs. */
export async function startFakeIssuer(): Promise<FakeIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = 'fake'
  let reads = 0
  const server = createServer((request, response) => {
    const keys = request.url === '/jwks'
    if (keys) reads += 1
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' }] }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(keys ? jwks : configuration()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const configuration = () => ({
    issuer: url,
    jwks_uri: `${url}/jwks`,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })
  return {
    url,
    reads: () => reads,
    sign: (claims, { alg = 'RS256', typ = 'at+jwt' } = {}) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg, typ, kid }).sign(privateKey),
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
