import { createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { Agent } from 'node:http'

import { result } from '../report.mjs'
import { administration } from '../support/environment-of.mjs'
import { makeKeyPair } from '../support/keys.mjs'
import { perSecond, send } from '../support/load.mjs'

// The limits are 60 tokens a minute per account and 300 attempts per address, hence this many of both.
const accounts = 20
const tokensEach = 50
const addresses = ['127.0.0.21', '127.0.0.22', '127.0.0.23', '127.0.0.24']

/** Tokens by client assertion, compared with the two RSA operations that every server needs. */
export async function measure({ demo }) {
  const server = await demo.start()
  const { headers, environment, accounts: path } = await administration(server)
  const { publicPem, privateKey } = makeKeyPair()
  const agent = new Agent({ keepAlive: true })
  const { applications } = JSON.parse(
    await send(server.origin, agent, { path: `${environment}/applications`, headers }),
  )
  const [{ id: appId, urn }] = applications
  const ids = []
  for (let at = 0; at < accounts; at += 1) {
    const body = JSON.stringify({ name: `token ${Date.now()} ${at}`, key1: publicPem, key1Algorithm: 'RSA' })
    const { id } = JSON.parse(await send(server.origin, agent, { method: 'POST', path, headers, body }, 201))
    const dependencies = JSON.stringify({ dependencies: [{ appId, name: '' }] })
    await send(server.origin, agent, { method: 'PUT', path: `${path}/${id}/applications`, headers, body: dependencies })
    ids.push(id)
  }
  agent.destroy()
  // Signing assertions is the clients' work: it is done before the measurement starts.
  const forms = Array.from({ length: accounts * tokensEach }, (_, at) =>
    formOf(ids[at % accounts], privateKey, server.issuer, urn),
  )
  const share = forms.length / addresses.length
  const begin = performance.now()
  await Promise.all(
    addresses.map((localAddress, which) =>
      perSecond(server.origin, share, (at) => tokenRequest(forms[which * share + at]), { localAddress }),
    ),
  )
  const value = forms.length / ((performance.now() - begin) / 1000)
  return [
    result({
      name: 'token endpoint, against verify and sign',
      value,
      unit: 'a second',
      baseline: verifyAndSignPerSecond(),
    }),
  ]
}

const tokenRequest = (body) => ({
  method: 'POST',
  path: '/oauth2/token',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body,
})

function formOf(account, key, issuer, resource) {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iss: account, sub: account, aud: issuer, iat: now, exp: now + 240, jti: randomUUID() }
  const signed = `${encode({ alg: 'RS256', typ: 'client-authentication+jwt' })}.${encode(claims)}`
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`,
    resource,
  }).toString()
}

function verifyAndSignPerSecond() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
  const data = Buffer.alloc(400, 'x')
  const signature = sign('sha256', data, privateKey)
  const begin = performance.now()
  let count = 0
  for (; performance.now() - begin < 1000; count += 1) {
    verify('sha256', data, key, signature)
    sign('sha256', data, privateKey)
  }
  return count / ((performance.now() - begin) / 1000)
}
