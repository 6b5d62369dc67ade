import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { cpuSecondsOf, cpuSecondsOfDatabase } from '../support/cpu-time.mjs'
import { administration } from '../support/environment-of.mjs'
import { send } from '../support/load.mjs'
import { importProvider } from '../support/live-provider.mjs'
import { openIdProvider } from '../support/openid-provider.mjs'
import { samlProvider } from '../support/saml-provider.mjs'

// An address may start 120 sign-ins a minute, so the sign-ins come from this many addresses.
const addressesAtOnce = 6
const addressesFrom = (first) => Array.from({ length: addressesAtOnce }, (_, at) => `127.0.0.${first + at}`)
const perAddress = 50
const atOnce = 3

/**
 * Complete sign-ins, from the username to the session, compared with the public-key operations in each of them: of people who
 * arrive for the first time, and of the same people when they return.
 */
export async function measure({ demo }) {
  const server = { ...(await demo.start()), dataDir: join(demo.folder, 'data') }
  const { headers } = await administration(server)
  const agent = new Agent({ keepAlive: true })
  const ask = async (method, path, body, status = 200) => {
    const text = await send(
      server.origin,
      agent,
      { method, path: `/api${path}`, headers, body: JSON.stringify(body) },
      status,
    )
    return JSON.parse(text)
  }
  const provider = async (type, domain, more) => {
    const name = `Bench ${type} ${randomUUID()}`
    await importProvider(demo.folder, { name, type, emailSuffixes: [domain], ...more })
    const { idps } = await ask('GET', '/portal/admin/tenant/idps')
    return idps.find((one) => one.name === name).id
  }
  const results = [...(await openId(server, provider)), ...(await saml(server, provider, ask))]
  agent.destroy()
  return results
}

async function openId(server, provider) {
  const domain = `${randomUUID()}.example`
  const idp = await openIdProvider({ clientId: 'bench', domain })
  const id = await provider('OIDC', domain, {
    config: { issuer: idp.issuer, clientId: 'bench' },
    clientSecret: randomUUID() + randomUUID(),
  })
  const back = `/api/login/idps/${id}/oidc/callback`
  const signIn = async (browser, person) => {
    const { redirectUrl } = await browser.begin(`${person}@${domain}`)
    await browser.follow('GET', `${back}?${idp.authorize(redirectUrl, person)}`)
  }
  const measured = await firstAndReturning(server, 30, signIn)
  await idp.close()
  return report('OpenID Connect', measured, rsaPerSecond(2048, 'verify'))
}

async function saml(server, provider, ask) {
  const domain = `${randomUUID()}.example`
  const idp = samlProvider({ entityId: `https://${domain}/idp`, domain })
  const id = await provider('OPENSAML', domain, {
    config: {
      entityId: idp.entityId,
      ssoUrl: `https://${domain}/sso`,
      signingCertificate1: idp.publicKey,
      attributes: { group: 'groups', displayName: 'displayName' },
    },
  })
  const ours = await ask('GET', `/portal/admin/idp-metadata/saml2?idp=${id}`)
  const values = [...ours.values, ...ours.providers.flatMap((one) => (one.id === id ? one.values : []))]
  const valueOf = (name) => values.find((one) => one.name === name).value
  const to = { acsUrl: valueOf('acsUrl'), audience: valueOf('entityId') }
  const signIn = async (browser, person) => {
    const { redirectUrl } = await browser.begin(`${person}@${domain}`)
    const path = `/api/login/idps/${id}/saml/acs`
    const next = await browser.follow('POST', path, idp.respond(redirectUrl, person, to))
    await browser.follow('GET', next)
  }
  const measured = await firstAndReturning(server, 50, signIn)
  // The request is signed with our key of 3072 bits, the answer with the provider's of 2048.
  const bare = 1 / (1 / rsaPerSecond(2048, 'verify') + 1 / rsaPerSecond(3072, 'sign'))
  return report('SAML', measured, bare)
}

async function firstAndReturning(server, firstAddress, signIn) {
  const some = () => Array.from({ length: addressesAtOnce * perAddress }, () => randomUUID())
  // A server that has just started compiles its code first.
  await throughput(server, addressesFrom(firstAddress + 2 * addressesAtOnce), signIn, some())
  const people = some()
  const first = await throughput(server, addressesFrom(firstAddress), signIn, people)
  return { first, returning: await throughput(server, addressesFrom(firstAddress + addressesAtOnce), signIn, people) }
}

async function throughput(server, addresses, signIn, people) {
  const used = () => [cpuSecondsOf(server.pid), cpuSecondsOfDatabase(server.dataDir)]
  const before = used()
  const begin = performance.now()
  await Promise.all(
    addresses.flatMap((localAddress, index) => {
      const own = people.slice(index * perAddress, (index + 1) * perAddress)
      const agent = new Agent({ keepAlive: true, maxSockets: atOnce, localAddress })
      return Array.from({ length: atOnce }, async () => {
        for (let person = own.pop(); person !== undefined; person = own.pop())
          await signIn(browserOf(server.origin, agent), person)
      })
    }),
  )
  const perSecond = people.length / ((performance.now() - begin) / 1000)
  const [serverMs, databaseMs] = used().map((after, at) =>
    after === undefined || before[at] === undefined ? undefined : ((after - before[at]) / people.length) * 1000,
  )
  return { perSecond, serverMs, databaseMs }
}

/** The parts of a browser that a sign-in needs: it keeps its cookies, and returns where it is redirected. */
function browserOf(origin, agent) {
  const cookies = new Map()
  const exchange = (method, path, headers, body) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const outgoing = request(
        origin + path,
        { method, agent, headers: { ...headers, ...length, cookie } },
        (answer) => {
          let text = ''
          for (const line of answer.headers['set-cookie'] ?? []) {
            const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
            cookies.set(name, value)
          }
          answer.on('data', (part) => (text += part))
          answer.on('end', () => resolve({ status: answer.statusCode, location: answer.headers.location, text }))
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return {
    async begin(username) {
      const headers = { 'content-type': 'application/json', origin }
      const { text } = await exchange('POST', '/api/login', headers, JSON.stringify({ username }))
      const answer = JSON.parse(text)
      if (!answer.redirectUrl) throw new Error(`The sign-in could not begin: ${text}`)
      return answer
    },
    async follow(method, path, form) {
      const headers = { accept: 'text/html', ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) }
      const { status, location = '', text } = await exchange(method, path, headers, form?.toString())
      if (status !== 303 || location.includes('error='))
        throw new Error(`${method} ${path}: ${status} ${location} ${text}`)
      return location
    },
  }
}

function report(name, { first, returning }, bare) {
  return [...rows(`${name} sign-in`, first, bare), ...rows(`${name} sign-in of a returning person`, returning, bare)]
}

function rows(name, { perSecond, serverMs, databaseMs }, bare) {
  const times = [
    { name: `${name}, the server's processor time`, value: serverMs },
    { name: `${name}, the database's processor time`, value: databaseMs },
  ]
  return [
    result({ name: `${name}, against its RSA operations`, value: perSecond, unit: 'a second', baseline: bare }),
    ...times
      .filter(({ value }) => value !== undefined)
      .map((row) => result({ ...row, unit: 'ms', baseline: 1000 / bare })),
  ]
}

function rsaPerSecond(modulusLength, operation) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength })
  const data = Buffer.alloc(800, 'x')
  const signature = sign('sha256', data, privateKey)
  const begin = performance.now()
  let count = 0
  for (; performance.now() - begin < 500; count += 1) {
    if (operation === 'verify') verify('sha256', data, publicKey, signature)
    else sign('sha256', data, privateKey)
  }
  return count / ((performance.now() - begin) / 1000)
}
