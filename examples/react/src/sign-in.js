import * as openid from 'openid-client'

const { VITE_ISSUER: issuer, VITE_CLIENT_ID: clientId } = import.meta.env
const home = `${location.origin}/`
const callback = `${location.origin}/callback`
const attemptKey = 'attempt'

/** A public client: everyone can read a secret that is in a page, so there is none. */
function discover() {
  const isTrial = ['127.0.0.1', 'localhost'].includes(new URL(issuer).hostname)
  // The first verifies the signature of the ID token; the second accepts http, only for a trial on this machine.
  const execute = [openid.enableNonRepudiationChecks, ...(isTrial ? [openid.allowInsecureRequests] : [])]
  const metadata = { id_token_signed_response_alg: 'RS256' }
  return openid.discovery(new URL(issuer), clientId, metadata, openid.None(), { execute })
}

/** Leaves for Portico. What the answer is compared with stays in this tab. */
export async function beginSignIn() {
  const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
  sessionStorage.setItem(attemptKey, JSON.stringify({ state, nonce, verifier }))
  const to = openid.buildAuthorizationUrl(await discover(), {
    redirect_uri: callback,
    scope: 'openid profile',
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  location.assign(to)
}

/** Who is signed in by the answer in this page's address. The tokens stay in memory: a reload forgets them. */
export async function finishSignIn() {
  const attempt = JSON.parse(sessionStorage.getItem(attemptKey) ?? 'null')
  sessionStorage.removeItem(attemptKey)
  if (attempt === null) throw new Error('This tab began no sign-in.')
  const config = await discover()
  const tokens = await openid.authorizationCodeGrant(config, new URL(location.href), {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  })
  const { sub, name = sub, roles = [] } = tokens.claims()
  return { sub, name, roles, idToken: tokens.id_token }
}

/** Leaves for Portico, which ends the session of the portal and returns here. */
export async function signOut({ idToken }) {
  const back = { id_token_hint: idToken, post_logout_redirect_uri: home }
  location.assign(openid.buildEndSessionUrl(await discover(), back))
}

/** Whether the launcher opened the page (third-party-initiated login), for the issuer of this application. */
export function isBegunByPortico() {
  return location.pathname === '/sign-in' && new URLSearchParams(location.search).get('iss') === issuer
}

export const isCallback = () => location.pathname === '/callback'
