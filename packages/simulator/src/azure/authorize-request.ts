/** An authorization request that may be answered at its redirect address. */
export type AuthorizeRequest = {
  clientId: string
  redirectUri: string
  responseMode: 'query' | 'form_post'
  state: string | null
  nonce: string | null
  challenge: string | null
  challengeMethod: 'S256' | 'plain'
  scope: string[]
  resource: string | null
  prompt: string | null
  loginHint: string | undefined
}
