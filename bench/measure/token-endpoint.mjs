import { createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { cpuSecondsOf } from '../support/cpu-time.mjs'
import { databaseCpu, usedBetween } from '../support/database-cpu.mjs'
import { administration } from '../support/environment-of.mjs'
import { makeKeyPair } from '../support/keys.mjs'
import { perSecond, send } from '../support/load.mjs'

// The limits are 60 tokens a minute per account and 300 attempts per address, hence this many of each, and other addresses
// and accounts for each grant. What is not measured comes first: code that was never run, connections that are opened.
const accounts = 20
const tokensEach = 50
const warmUps = 200
const introspections = 2000
const ratioMin = 0.35
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Tokens by both grants, compared with the two RSA operations that every server needs, and introspections. */
export async function measure({ demo }) {
  const server = await demo.start()
  const made = await makeAccounts(server)
  const spare = formsOf(server, made, { ids: made.spare, count: warmUps, grant: 'client_credentials' })
  await load(server, spare, ['127.0.0.20'])
  const baseline = verifyAndSignPerSecond()
  const results = []
  let introspected
  for (const { grant, ids, network } of [
    { grant: 'client_credentials', ids: made.first, network: '127.0.1' },
    { grant: jwtBearer, ids: made.second, network: '127.0.2' },
  ]) {
    const forms = formsOf(server, made, { ids, count: accounts * tokensEach, grant })
    const addresses = [1, 2, 3, 4].map((last) => `${network}.${last}`)
    const { value, serverMs, databaseMs, last } = await load(server, forms, addresses, join(demo.folder, 'data'))
    const name = grant === jwtBearer ? 'JWT bearer' : 'client credentials'
    results.push(
      result({
        name: `tokens by ${name}, against verify and sign`,
        value,
        unit: 'a second',
        baseline,
        target: ratioMin,
        at: 'least',
      }),
    )
    if (serverMs !== undefined)
      results.push(
        result({ name: `one of them, processor time of the server`, value: serverMs, unit: 'ms' }),
        result({ name: `one of them, processor time of the database`, value: databaseMs, unit: 'ms' }),
      )
    introspected = JSON.parse(last).access_token
  }
  const asked = Array.from({ length: introspections }, () => introspection(introspected, server, made))
  const value = await perSecond(server.origin, introspections, (at) => asked[at])
  results.push(
    result({ name: 'introspections by an account, against verify and sign', value, unit: 'a second', baseline }),
  )
  return results
}

async function makeAccounts(server) {
  const { headers, environment, accounts: path } = await administration(server)
  const { publicPem, privateKey } = makeKeyPair()
  const agent = new Agent({ keepAlive: true })
  const { applications } = JSON.parse(
    await send(server.origin, agent, { path: `${environment}/applications`, headers }),
  )
  const [{ id: appId, urn }] = applications
  const make = async (count) => {
    const ids = []
    for (let at = 0; at < count; at += 1) {
      const body = JSON.stringify({ name: `token ${randomUUID()}`, key1: publicPem, key1Algorithm: 'RSA' })
      const { id } = JSON.parse(await send(server.origin, agent, { method: 'POST', path, headers, body }, 201))
      const dependencies = JSON.stringify({ dependencies: [{ appId, name: '' }] })
      await send(server.origin, agent, {
        method: 'PUT',
        path: `${path}/${id}/applications`,
        headers,
        body: dependencies,
      })
      ids.push(id)
    }
    return ids
  }
  const made = { first: await make(accounts), second: await make(accounts), spare: await make(4), privateKey, urn }
  agent.destroy()
  return made
}

/** Signing assertions is the clients' work: it is done before the measurement starts. */
function formsOf({ issuer }, { privateKey, urn }, { ids, count, grant }) {
  return Array.from({ length: count }, (_, at) => {
    const assertion = assertionOf(ids[at % ids.length], privateKey, issuer)
    const how =
      grant === jwtBearer ? { assertion } : { client_assertion_type: assertionType, client_assertion: assertion }
    return new URLSearchParams({ grant_type: grant, ...how, resource: urn }).toString()
  })
}

async function load(server, forms, addresses, dataDir) {
  const share = forms.length / addresses.length
  const before = [cpuSecondsOf(server.pid), dataDir && databaseCpu(dataDir)]
  const begin = performance.now()
  let last
  await Promise.all(
    addresses.map((localAddress, which) =>
      perSecond(
        server.origin,
        share,
        (at) => ({ ...posted('/oauth2/token', forms[which * share + at]), answered: (text) => void (last = text) }),
        { localAddress },
      ),
    ),
  )
  const value = forms.length / ((performance.now() - begin) / 1000)
  const after = cpuSecondsOf(server.pid)
  const each = (seconds) => (seconds * 1000) / forms.length
  return {
    value,
    last,
    serverMs: after === undefined ? undefined : each(after - before[0]),
    databaseMs: dataDir && each(usedBetween(before[1], databaseCpu(dataDir))),
  }
}

function introspection(token, { issuer }, { first, privateKey }) {
  const [account] = first
  const client_assertion = assertionOf(account, privateKey, issuer)
  const form = new URLSearchParams({ token, client_assertion_type: assertionType, client_assertion })
  return posted('/oauth2/introspect', form.toString())
}

const posted = (path, body) => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body,
})

function assertionOf(account, key, issuer) {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iss: account, sub: account, aud: issuer, iat: now, exp: now + 240, jti: randomUUID() }
  const signed = `${encode({ alg: 'RS256', typ: 'client-authentication+jwt' })}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
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
