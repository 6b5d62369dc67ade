import { createServer, type Server } from 'node:http'

import Provider from 'oidc-provider'

import { freePort } from './free-port.ts'

/** The certified OpenID provider with its own development pages, as another company runs it: any name signs in. */
export type OpenIdPeer = {
  readonly issuer: string
  readonly client: { readonly id: string; readonly secret: string }
  /** Registers our addresses, as its administrator would. */
  register(redirectUri: string, postLogoutRedirectUri: string): void
  stop(): Promise<void>
}

/** On a separate address: cookies ignore ports. `groups` are those of everyone. */
export async function startOpenIdPeer(groups: readonly string[], host = '127.0.0.4'): Promise<OpenIdPeer> {
  const port = await freePort(host)
  const issuer = `http://${host}:${port}`
  const client = { id: 'portico', secret: 'a-secret-of-the-openid-peer-in-tests' }
  let provider: Provider | undefined
  const server: Server = createServer((request, response) => {
    if (provider === undefined) response.writeHead(503).end()
    else void provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const make = (redirectUris: string[], postLogoutRedirectUris: string[]) =>
    new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: redirectUris,
          post_logout_redirect_uris: postLogoutRedirectUris,
        },
      ],
      conformIdTokenClaims: false,
      claims: { openid: ['sub', 'email', 'preferred_username', 'groups'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: id, preferred_username: id, groups: [...groups] }),
      }),
    })
  provider = make([`${issuer}/nowhere`], [])
  return {
    issuer,
    client,
    register(redirectUri, postLogoutRedirectUri) {
      provider = make([redirectUri], [postLogoutRedirectUri])
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
