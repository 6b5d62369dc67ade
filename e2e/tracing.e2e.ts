import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { startCollector, type Collector, type ReceivedSpan } from '@portico/server/trace-collector'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { requestAccessToken } from './support/access-token.ts'
import { builtInstallation } from './support/installation.ts'
import { personByHttp } from './support/person-by-http.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

// The built server with a real collector. What is sent about the people and secrets of two sign-ins: nothing.
const installation = builtInstallation()
const folder = temporaryFolder()
const collectorToken = 'collector-token-0123456789'
let collector: Collector
let demo: ServerProcess

beforeAll(async () => {
  collector = await startCollector()
  demo = await startDemo(installation, {
    dataDir: join(folder.path, 'data'),
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${collectorToken}`,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
      OTEL_SERVICE_NAME: 'portal',
    },
  })
})
afterAll(async () => {
  await demo?.stop()
  await collector?.close()
  folder.remove()
})

function personOf(type: string): Person {
  const found = readPeople(demo.dataDir).find((one) => one.type === type && one.tenant === 'acme')
  if (found === undefined) throw new Error(`The demo has no person of ${type}.`)
  return found
}

/** Cookies, and the values of the addresses that a browser is sent to, as long as they are not words. */
const secrets = new Set<string>()
const { fetch: fetchAsItIs } = globalThis
globalThis.fetch = async (...asked) => {
  const response = await fetchAsItIs(...asked)
  for (const line of response.headers.getSetCookie()) secrets.add(/^[^=]+=([^;]*)/.exec(line)?.[1] ?? '')
  const to = new URL(response.headers.get('location') ?? '', demo?.url ?? 'http://127.0.0.1')
  for (const value of to.searchParams.values()) secrets.add(value)
  if (asked[1]?.body instanceof URLSearchParams) for (const value of asked[1].body.values()) secrets.add(value)
  return response
}
afterAll(() => void (globalThis.fetch = fetchAsItIs))

async function signIn(person: Person): Promise<{ name: string; email: string | null }> {
  const visitor = personByHttp()
  const body = { username: person.username }
  const { redirectUrl } = await visitor.call<{ redirectUrl: string }>(`${demo.url}/api/login`, { method: 'POST', body })
  await visitor.signIn(redirectUrl, person)
  const info = await visitor.call<{ username: string; name: string; email: string | null }>(
    `${demo.url}/api/portal/launcher/principalinfo`,
  )
  expect(info.username).toBe(person.username)
  return info
}

/** The request that ended a sign-in, with what is in it. */
function finishOf(route: string): readonly ReceivedSpan[] {
  const [request] = collector.spans.filter(({ name }) => name === `GET ${route}`)
  return request === undefined ? [] : collector.spans.filter(({ traceId }) => traceId === request.traceId)
}

const oidcRoute = '/api/login/idps/{idpId}/oidc/callback'
const samlRoute = '/api/login/idps/{idpId}/saml/acs'

test('sign-ins by OpenID Connect and SAML are traced with nothing of the people in it, nor any secret', async () => {
  const people = [personOf('OIDC'), personOf('OPENSAML')]
  const known = [await signIn(people[0] as Person), await signIn(people[1] as Person)]
  const { serviceAccountId, keyFile } = readAutomation(demo.dataDir)
  secrets.add(await requestAccessToken({ server: demo.url, serviceAccountId, keyFile }))
  await until('both sign-ins and the token are sent', () => {
    const routes = [oidcRoute, samlRoute]
    return (
      routes.every((route) => finishOf(route).length > 0) &&
      collector.spans.some(({ name }) => name === 'POST /oauth2/token')
    )
  })

  const oidc = finishOf(oidcRoute).map(({ name }) => name)
  for (const step of ['request', 'browser', 'discovery', 'token-endpoint', 'id-token-signature', 'user'])
    expect(oidc).toContain(`sign-in ${step}`)
  const call = finishOf(oidcRoute).find(({ attributes }) => attributes['server.address'] === '127.0.0.2')
  expect(call).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': 200 } })
  const saml = finishOf(samlRoute).map(({ name }) => name)
  for (const step of ['request', 'browser', 'signature', 'replay', 'user']) expect(saml).toContain(`sign-in ${step}`)
  expect(saml.some((name) => /^(?:insert|with|update|select) \w+/.test(name))).toBe(true)
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'portal', 'deployment.environment.name': 'trial' })
  for (const headers of collector.headers) expect(headers.authorization).toBe(`Bearer ${collectorToken}`)

  const log = readFileSync(join(demo.dataDir, 'demo', 'server.log'), 'utf8')
  expect(log).toContain(`"traceId":"${finishOf(oidcRoute)[0]?.traceId}"`)
  expect(log).not.toContain(collectorToken)

  const words = JSON.stringify([collector.spans, collector.resources]).toLowerCase()
  const raw = Buffer.concat(collector.payloads).toString('latin1').toLowerCase()
  const names = [
    ...people.flatMap(({ username, password }) => [username, password]),
    ...known.flatMap(({ name, email }) => [name, email ?? name]),
  ]
  const parts = names.flatMap((text) => [text, ...text.split(/[\s@]/)])
  const fields = [...parts, 'security-admins', 'finance', 'Acme Industries', '127.0.0.1']
  const personal = new Set(fields.map((text) => text.toLowerCase()))
  expect(personal).toContain('okafor')
  expect(personal.size).toBeGreaterThan(8)
  for (const text of personal)
    expect(words, text).not.toMatch(
      new RegExp(String.raw`(?<![a-z0-9])${text.replaceAll('.', String.raw`\.`)}(?![a-z0-9])`),
    )
  const long = [...secrets].filter((text) => text.length >= 16)
  expect(long.length).toBeGreaterThan(10)
  for (const text of [...long, collectorToken, ...[...personal].filter(({ length }) => length >= 6)])
    expect(raw.includes(text.toLowerCase()), text).toBe(false)
  expect(
    collector.spans.every(({ attributes }) => !Object.keys(attributes).some((key) => key.startsWith('url.'))),
  ).toBe(true)
})

test('a collector that is down costs a request nothing and the log one line, and the server stops', async () => {
  await collector.close()
  const begun = performance.now()
  for (let at = 0; at < 20; at += 1) expect((await fetch(`${demo.url}/api/portal/cloudsession`)).status).toBe(401)
  expect(performance.now() - begun).toBeLessThan(10_000)
  const log = () => readFileSync(join(demo.dataDir, 'demo', 'server.log'), 'utf8')
  await until('the failure is in the log', () => log().includes('traces cannot be sent to the collector'))
  expect((await demo.stop()).code).toBe(0)
  expect(log().split('traces cannot be sent to the collector')).toHaveLength(2)
})
