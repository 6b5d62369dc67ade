// Sends launcher calls of a session and token requests of service accounts to a server, at a constant rate and each on a new
// connection, until standard input ends, whose first line has the settings as JSON:
//   { url, cookie, accounts: [{ id, key }], launcherEveryMs, tokenEveryMs }   key: PEM
// Prints JSON: { launcher, tokens, failures: ["what: why"] }.
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:https'
import { createInterface } from 'node:readline/promises'

const lines = createInterface({ input: process.stdin })
const [settings] = await once(lines, 'line')
const { url, cookie, accounts, launcherEveryMs, tokenEveryMs } = JSON.parse(settings)
const keys = accounts.map(({ id, key }) => ({ id, key: createPrivateKey(key) }))
const counts = { launcher: 0, tokens: 0, failures: [] }
const pending = new Set()
let next = 0

const timers = [
  setInterval(() => begin('launcher', '/api/portal/launcher', { headers: { cookie } }), launcherEveryMs),
  setInterval(() => begin('tokens', '/oauth2/token', tokenRequest(keys[next++ % keys.length])), tokenEveryMs),
]
await once(lines, 'close')
for (const timer of timers) clearInterval(timer)
await Promise.all(pending)
process.stdout.write(JSON.stringify(counts))

function begin(kind, path, { method = 'GET', headers, body }) {
  const done = new Promise((resolve) => {
    const sent = request(`${url}${path}`, { method, headers, agent: false, timeout: 20_000 }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () =>
        resolve(response.statusCode === 200 ? undefined : `${response.statusCode} ${text.slice(0, 200)}`),
      )
      response.on('error', (error) => resolve(error.message))
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer within 20 s')))
    sent.once('error', (error) => resolve(error.message))
    sent.end(body)
  }).then((failure) => {
    pending.delete(done)
    counts[kind] += 1
    if (failure !== undefined) counts.failures.push(`${kind}: ${failure}`)
  })
  pending.add(done)
}

/** RFC 7523 section 2.2. */
function tokenRequest({ id, key }) {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: id, sub: id, aud: url, iat: now, exp: now + 120, jti: randomUUID() }
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const assertion = `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }).toString()
  return { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }
}
