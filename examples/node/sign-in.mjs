// Signs people in with Portico, greets them with their roles, and signs them out.
//   ISSUER=http://127.0.0.1:8080 CLIENT_ID=… CLIENT_SECRET=pcs_… node sign-in.mjs
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

import * as openid from 'openid-client'

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', PORT = '3000' } = process.env
// Where browsers reach this program. Behind a proxy with TLS, set its https address.
const { APP_URL = `http://localhost:${PORT}` } = process.env
const isSecure = APP_URL.startsWith('https:')
// With https, the prefix keeps other hosts of the same domain from setting these cookies.
const [attemptCookie, sessionCookie] = ['attempt', 'session'].map((name) => (isSecure ? `__Host-${name}` : name))
const attemptSecs = 600
const sessionSecs = 8 * 3600

const isTrial = ['127.0.0.1', 'localhost'].includes(new URL(ISSUER).hostname)
const config = await openid.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  { id_token_signed_response_alg: 'RS256' },
  openid.ClientSecretBasic(CLIENT_SECRET),
  // The first verifies the signature of the ID token; the second accepts http, only for a trial on this machine.
  { execute: [openid.enableNonRepudiationChecks, ...(isTrial ? [openid.allowInsecureRequests] : [])] },
)

/** Who is signed in, by the value of the cookie. Several processes need a shared store. */
const sessions = new Map()

const routes = {
  'GET /'({ person }) {
    if (person === undefined)
      return page(200, '<h1>Billing</h1><p>You are not signed in.</p><a href="/sign-in">Sign in</a>')
    const roles = person.roles.map(escaped).join(', ') || 'none'
    const button = '<form method="post" action="/sign-out"><button>Sign out</button></form>'
    return page(200, `<h1>Hello, ${escaped(person.name)}</h1><p>Your roles: ${roles}</p>${button}`)
  },

  async 'GET /sign-in'({ url }) {
    // The launcher sends the issuer (third-party-initiated login). Other addresses in the query are not used.
    const iss = url.searchParams.get('iss')
    if (iss !== null && iss !== ISSUER) return failed('The sign-in was begun for another issuer.')
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()]
    const to = openid.buildAuthorizationUrl(config, {
      redirect_uri: `${APP_URL}/callback`,
      scope: 'openid profile',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const attempt = Buffer.from(JSON.stringify({ state, nonce, verifier })).toString('base64url')
    return redirect(to.href, cookie(attemptCookie, attempt, attemptSecs))
  },

  async 'GET /callback'({ url, cookies }) {
    const attempt = readAttempt(cookies)
    if (attempt === undefined) return failed('This browser began no sign-in in the last 10 minutes.')
    try {
      const tokens = await openid.authorizationCodeGrant(config, url, {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      })
      const { sub, name = sub, roles = [] } = tokens.claims()
      for (const [id, { endsAt }] of sessions) if (endsAt < Date.now()) sessions.delete(id)
      // Always a new id: one that was planted in the browser before the sign-in is worthless.
      sessions.delete(cookies[sessionCookie])
      const id = randomBytes(32).toString('base64url')
      sessions.set(id, { sub, name, roles, idToken: tokens.id_token, endsAt: Date.now() + sessionSecs * 1000 })
      return redirect('/', cookie(sessionCookie, id, sessionSecs), cookie(attemptCookie, '', 0))
    } catch (error) {
      console.error(`refused: ${error.message} ${error.cause?.message ?? ''}`)
      // Safe to show: the state was checked before, so the text is Portico's.
      return failed(error.error ? `${error.error}: ${error.error_description ?? ''}` : 'The answer was not accepted.')
    }
  },

  /** Ends the session here, then the one in the portal. SameSite keeps other sites from posting this form. */
  'POST /sign-out'({ person, cookies }) {
    if (person === undefined) return redirect('/')
    sessions.delete(cookies[sessionCookie])
    const back = { id_token_hint: person.idToken, post_logout_redirect_uri: `${APP_URL}/` }
    return redirect(openid.buildEndSessionUrl(config, back).href, cookie(sessionCookie, '', 0))
  },
}

const server = createServer((request, response) => {
  void respond(request)
    .catch((error) => (console.error(error), page(500, '<h1>Something went wrong</h1>')))
    .then(({ status, headers, body }) =>
      response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body),
    )
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${APP_URL}`))

async function respond(request) {
  const cookies = Object.fromEntries((request.headers.cookie ?? '').split('; ').map((one) => one.split('=', 2)))
  const session = sessions.get(cookies[sessionCookie])
  const person = session !== undefined && session.endsAt > Date.now() ? session : undefined
  const url = new URL(APP_URL + request.url)
  const route = routes[`${request.method} ${url.pathname}`] ?? (() => page(404, '<h1>Not found</h1>'))
  return route({ url, cookies, person })
}

function readAttempt(cookies) {
  try {
    return JSON.parse(Buffer.from(cookies[attemptCookie], 'base64url').toString())
  } catch {
    return undefined
  }
}

function page(status, body) {
  const policy = "default-src 'none'; frame-ancestors 'none'"
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return { status, headers, body: `<!doctype html><html lang="en"><title>Billing</title>${body}</html>` }
}

function failed(reason) {
  return page(400, `<h1>The sign-in failed</h1><p>${escaped(reason)}</p><a href="/sign-in">Try again</a>`)
}

function redirect(location, ...cookies) {
  return { status: 303, headers: { location, 'set-cookie': cookies } }
}

function cookie(name, value, seconds) {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`
}

function escaped(text) {
  return String(text).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}
