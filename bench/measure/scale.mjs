import { readFileSync } from 'node:fs'
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { openDemo } from '../support/demo.mjs'
import { administration } from '../support/environment-of.mjs'
import { fill, signInPerson } from '../support/fill.mjs'
import { send } from '../support/load.mjs'
import { connectOwner } from '../support/owner.mjs'
import { percentiles, timesOf } from '../support/percentiles.mjs'

const target = 1.3
const neighbourTarget = 1.2
const samples = 60
const searchesAtOnce = 30

const common = { tenants: 200, doomedProviders: 8 }
const smallSize = { ...common, users: 1_000, records: 20_000, accounts: 200, doomedUsers: 10 }
const middleSize = { ...common, users: 200_000, records: 900_000, accounts: 20_000, doomedUsers: 5_000 }
const largeSize = { ...middleSize, users: 1_000_000, doomedUsers: 100_000, doomedProviders: 4 }
export const sizes = { small: smallSize, middle: middleSize, large: largeSize }

/** What the calls of a small tenant take in a deployment of 1,000 people, of 200,000 and of 1,000,000. */
export async function measure() {
  const small = await figuresOf('1,000 users', smallSize)
  const middle = await figuresOf('200,000 users', middleSize)
  const large = await figuresOf('1,000,000 users', largeSize)
  return [...compared('200,000', middle, small), ...compared('1,000,000', large, small)]
}

function compared(users, figures, floor) {
  const pairs = Object.entries(figures.times).flatMap(([name, times]) => {
    const [here, there] = [percentiles(times), percentiles(floor.times[name])]
    return ['p50', 'p95'].map((which) =>
      result({
        name: `${users} users: ${name}, ${which}`,
        value: here[which],
        unit: 'ms',
        baseline: there[which],
        target,
      }),
    )
  })
  const { alone, beside } = figures.neighbour
  return [
    ...pairs,
    result({
      name: `${users} users: launcher beside ${searchesAtOnce} searches of another tenant, p99`,
      value: percentiles(beside).p99,
      unit: 'ms',
      baseline: percentiles(alone).p99,
      target: neighbourTarget,
    }),
    result({
      name: `${users} users: rows of deleted providers are gone after`,
      value: figures.purgeSeconds,
      unit: 's',
    }),
  ]
}

export async function figuresOf(name, size) {
  const demo = openDemo()
  try {
    const server = await demo.start()
    const client = await connectOwner(join(demo.folder, 'data'))
    const begin = performance.now()
    const { doomed } = await fill(client, size)
    const sessions = { small: await signInPerson(client, 'acme'), large: await signInPerson(client, 'globex') }
    process.stderr.write(`  ${name}: filled in ${Math.round((performance.now() - begin) / 1000)} s\n`)
    const figures = await measureServer(server, { demo, client, doomed, sessions })
    await client.end()
    return figures
  } finally {
    await demo.close()
  }
}

async function measureServer(server, { demo, client, doomed, sessions }) {
  const { origin } = server
  const agent = new Agent({ keepAlive: true })
  const { serviceAccountId, keyFile } = JSON.parse(
    readFileSync(join(demo.folder, 'data', 'demo', 'automation.json'), 'utf8'),
  )
  const grant = () => send(origin, agent, tokenRequest(serviceAccountId, readFileSync(keyFile, 'utf8'), server.issuer))
  const { access_token: token } = JSON.parse(await grant())
  const { headers, accounts } = await administration({ ...server, token })
  const asPerson = (session) => ({ Cookie: `portico-session=${session}` })
  const get = (path, more = headers) => send(origin, agent, { path, headers: more })
  const launcher = () => get('/api/portal/launcher/applications', asPerson(sessions.small))
  const times = {
    'login look-up': await timesOf(30, (at) =>
      send(origin, agent, {
        method: 'POST',
        path: '/api/login',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: JSON.stringify({ username: `person${at}@nowhere-${at}.example` }),
      }),
    ),
    launcher: await timesOf(samples, launcher),
    'first page of sign-ins': await timesOf(samples, () => get('/api/portal/admin/sign-ins?limit=50')),
    'search of sign-ins by name': await timesOf(samples, (at) =>
      get(`/api/portal/admin/sign-ins?search=person${at + 1}@`),
    ),
    'search of sign-ins without a match': await timesOf(samples, () =>
      get('/api/portal/admin/sign-ins?search=none-such'),
    ),
    'page of service accounts': await timesOf(samples, () => get(`${accounts}?limit=100`)),
    'search of service accounts': await timesOf(samples, () => get(`${accounts}?limit=100&search=00011`)),
    'token grant': await timesOf(30, grant),
  }
  const neighbour = await besideSearches(launcher, () =>
    get('/api/portal/admin/sign-ins?search=none-such', asPerson(sessions.large)),
  )
  const remove = (id) =>
    send(origin, agent, { method: 'DELETE', path: `/api/portal/admin/tenant/idps/${id}`, headers }, 204)
  times['deletion of a provider'] = await timesOf(doomed.length, (at) => remove(doomed[at]), 0)
  const purgeSeconds = await untilGone(client)
  agent.destroy()
  return { times, neighbour, purgeSeconds }
}

/** The same calls without other load, and while another tenant sends this many concurrent searches. */
async function besideSearches(call, search) {
  const calls = async () => (await Promise.all([1, 2].map(() => timesOf(300, call)))).flat()
  const alone = await calls()
  let over = false
  const noise = Array.from({ length: searchesAtOnce }, async () => {
    while (!over) await search().catch((reason) => /answered 503/.test(reason.message) || Promise.reject(reason))
  })
  const beside = await calls()
  over = true
  await Promise.all(noise)
  return { alone, beside }
}

async function untilGone(client) {
  const begin = performance.now()
  for (;;) {
    const { rows } = await client.query('select 1 from identity_providers where deleted_at is not null limit 1')
    if (rows.length === 0) return (performance.now() - begin) / 1000
    await new Promise((done) => setTimeout(done, 250))
  }
}

function tokenRequest(account, pem, issuer) {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iss: account, sub: account, aud: issuer, iat: now, exp: now + 240, jti: randomUUID() }
  const signed = `${encode({ alg: 'RS256', typ: 'client-authentication+jwt' })}.${encode(claims)}`
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${sign('sha256', Buffer.from(signed), createPrivateKey(pem)).toString('base64url')}`,
  }).toString()
  return {
    method: 'POST',
    path: '/oauth2/token',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  }
}
