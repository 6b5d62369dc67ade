import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  json,
  scriptedClient,
  scriptedSecret,
  startScriptedProvider,
  type Claims,
  type Play,
  type ScriptedProvider,
} from '../../testing/scripted-provider.ts'
import {
  landing,
  lastRecord,
  newBrowser,
  postLogin,
  providerEntry,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let own: ScriptedProvider

/** Discovery is cached, so each case has a separate provider. */
async function providerWith(discovery: (document: Claims) => Claims, more: Partial<Play> = {}): Promise<void> {
  own = await startScriptedProvider()
  own.plays({ person, discovery: (document) => discovery({ ...document, ...pushing() }), ...more })
  acme = await server.importTenant(tenantWith('acme', [providerEntry(own.issuer, { suffixes: ['acme.example'] })]))
}

const person = { sub: 'ada', preferred_username: 'ada@acme.example', groups: ['staff'] }
const pushing = () => ({ pushed_authorization_request_endpoint: `${own.issuer}/par` })
const required = (document: Claims) => ({ ...document, require_pushed_authorization_requests: true })

beforeAll(async () => {
  server = await createTestServer()
})
afterEach(() => own.stop())
afterAll(() => server?.close())

/** Comes back with the provider's answer to a redirect that has only a reference. */
async function comeBack(browser: ReturnType<typeof newBrowser>, answer: URLSearchParams): Promise<Response> {
  const id = acme.identityProviderIds.get('Main') ?? ''
  const path = `/api/login/idps/${id}/oidc/callback?${answer.toString()}`
  return browser.send(path, { headers: { accept: 'text/html' } })
}

it('are pushed if the provider requires it, and the address contains only the client and the reference', async () => {
  await providerWith(required)
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, 'ada@acme.example')
  // RFC 9126 section 4: "The client uses the request_uri value returned by the authorization server".
  const { searchParams } = new URL(redirectUrl)
  expect([...searchParams.keys()]).toEqual(['client_id', 'request_uri'])
  const form = own.seen.find(({ endpoint }) => endpoint === 'par')?.form
  expect(Object.fromEntries(form ?? [])).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    login_hint: 'ada@acme.example',
    redirect_uri: expect.stringContaining('/oidc/callback'),
    nonce: expect.any(String),
    state: expect.any(String),
  })
  expect(landing(await comeBack(browser, own.authorize(redirectUrl))).error).toBeNull()
  expect(await whoIs(browser)).toMatchObject({ username: 'ada@acme.example' })
})

it('are not pushed if the provider only offers it', async () => {
  await providerWith((document) => document)
  const redirectUrl = await startAt(newBrowser(server), 'ada@acme.example')
  expect(new URL(redirectUrl).searchParams.get('client_id')).toBe(scriptedClient)
  expect(own.asked('par')).toBe(0)
})

const answering = (status: number, body: unknown): Partial<Play> => ({
  instead: { par: (_, response) => json(response, status, body) },
})

it.each<[string, Partial<Play>, Claims]>([
  [
    'an error',
    answering(400, { error: 'invalid_scope', error_description: 'No.' }),
    { status: 400, error: 'invalid_scope' },
  ],
  ['no reference', answering(201, { expires_in: 60 }), { status: 201, error: 'the answer contains no request_uri' }],
  ['a reference that is not a text', answering(201, { request_uri: 7 }), { status: 201 }],
  ['a closed connection', { instead: { par: (request) => request.socket.destroy() } }, { status: 0 }],
  ['our secret', answering(400, { error: scriptedSecret }), { error: '…' }],
])('start no sign-in where the endpoint answers with %s', async (_, play, evidence) => {
  await providerWith(required, play)
  expect(await postLogin(newBrowser(server), 'ada@acme.example')).toMatchObject({
    redirectUrl: null,
    code: 'IDP_ERROR',
  })
  const record = await lastRecord(server, acme)
  expect(record).toMatchObject({ finding: 'push-refused' })
  expect(record.checks.at(-1)?.evidence).toMatchObject(evidence)
})

it('start no sign-in where the provider requires them and names no endpoint', async () => {
  await providerWith((document) => ({ ...required(document), pushed_authorization_request_endpoint: undefined }))
  expect(await postLogin(newBrowser(server), 'ada@acme.example')).toMatchObject({ code: 'IDP_ERROR' })
  const record = await lastRecord(server, acme)
  expect(record).toMatchObject({ finding: 'provider-misconfigured' })
  expect(record.checks.at(-1)?.evidence['error']).toContain('pushed_authorization_request_endpoint')
})

it.each([
  // Keycloak's answer if only this client requires it.
  ['invalid_request', 'Pushed Authorization Request is only allowed.', 'push-required'],
  ['invalid_request', 'PAR is required', 'push-required'],
  ['invalid_request', 'Missing parameter: dpop_jkt', 'dpop-required'],
  ['invalid_dpop_proof', '', 'dpop-required'],
  ['invalid_request', 'This parameter is not part of the request', 'answer-error'],
])('or DPoP, which the answer %s “%s” requires, are named in the finding', async (error, description, finding) => {
  await providerWith((document) => document)
  const browser = newBrowser(server)
  const answer = own.authorize(await startAt(browser, 'ada@acme.example'))
  answer.set('error', error)
  answer.set('error_description', description)
  expect(landing(await comeBack(browser, answer)).error).toBe('IDP_ERROR')
  expect(await lastRecord(server, acme)).toMatchObject({ finding })
})
