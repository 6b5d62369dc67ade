/** Our page after a logout that the identity provider has confirmed; `/login/signed-out` without that. */
export const signedOutAtProvider = '/login/signed-out?provider=ended'

/** What that page says, by the query of its address. */
export function signedOutWord(search: string): 'signedOut.atProvider' | 'signedOut.message' {
  return new URLSearchParams(search).get('provider') === 'ended' ? 'signedOut.atProvider' : 'signedOut.message'
}
