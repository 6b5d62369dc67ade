import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'

/** A minimal OpenID provider: it answers at once, and the requested nonce identifies the person. */
export async function openIdProvider({ clientId, domain }) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'bench', use: 'sig', alg: 'RS256' }
  const nonces = new Map()
  let origin = ''
  const answers = {
    '/.well-known/openid-configuration': () => ({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }),
    '/jwks': () => ({ keys: [jwk] }),
  }
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname } = new URL(request.url, origin)
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      const answer = pathname === '/token' ? tokens(form.get('code')) : answers[pathname]?.()
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer ?? {}))
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${server.address().port}`

  function tokens(code) {
    const now = Math.floor(Date.now() / 1000)
    const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = {
      iss: origin,
      aud: clientId,
      sub: `person-${code}`,
      iat: now,
      exp: now + 300,
      nonce: nonces.get(code),
      preferred_username: `person-${code}@${domain}`,
      name: `Person ${code}`,
      groups: ['staff', 'finance'],
    }
    const signed = `${encode({ alg: 'RS256', kid: 'bench' })}.${encode(claims)}`
    const idToken = `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
    return { access_token: createHash('sha256').update(code).digest('hex'), token_type: 'Bearer', id_token: idToken }
  }

  return {
    issuer: origin,
    /** The person signs in: the answer for an authorization request. */
    authorize(url, code) {
      const asked = new URL(url).searchParams
      nonces.set(code, asked.get('nonce'))
      return new URLSearchParams({ code, state: asked.get('state') })
    },
    close() {
      // Portico keeps its connections; without this the end would wait for them.
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
