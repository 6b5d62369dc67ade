import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { json, startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  postAcross,
  postLogin,
  providerEntry,
  startAt,
  tenantWith,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type Browser, type TestServer } from '../../testing/test-server.ts'

/** What the flight recorder says of attempts that fail for reasons outside the provider's answer. */
let server: TestServer
let own: ScriptedProvider
let acme: ImportedTenant
let count = 0
const username = () => `ada@findings-${count}.example`

beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  own = await startScriptedProvider()
  count += 1
  const entry = providerEntry(own.issuer, { suffixes: [`findings-${count}.example`] })
  acme = await server.importTenant(tenantWith(`findings-${count}`, [entry]))
  own.plays({ person: { sub: 'ada', preferred_username: username(), groups: ['staff'] } })
  return () => own.stop()
})
afterAll(() => server.close())

async function begin(): Promise<{ browser: Browser; redirectUrl: string; answer: URLSearchParams }> {
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username())
  return { browser, redirectUrl, answer: own.authorize(redirectUrl) }
}

async function finish({ browser, redirectUrl, answer }: Awaited<ReturnType<typeof begin>>) {
  return landing(await comeBack(browser, redirectUrl, answer)).error
}

const row = (statement: ReturnType<typeof sql<unknown>>) => change(server, acme, statement)
const configure = (config: Record<string, unknown>) =>
  row(sql`update identity_providers set config = config || ${JSON.stringify(config)}::jsonb`)

describe('between the two halves of a sign-in', () => {
  it('the provider is switched off', async () => {
    const attempt = await begin()
    await row(sql`update identity_providers set enabled = false`)
    expect(await finish(attempt)).toBe('SIGN_IN_EXPIRED')
    expect(await lastRecord(server, acme)).toMatchObject({ finding: 'provider-disabled', username: username() })
  })

  it('the provider is changed', async () => {
    const attempt = await begin()
    await row(sql`update identity_providers set config_version = config_version + 1`)
    expect(await finish(attempt)).toBe('SIGN_IN_EXPIRED')
    expect(await lastRecord(server, acme)).toMatchObject({ finding: 'provider-changed', username: username() })
  })

  it('the browser becomes another one: the attempt itself stays open, and can still be finished', async () => {
    const attempt = await begin()
    const { code } = await lastRecord(server, acme)
    expect(await finish({ ...attempt, browser: newBrowser(server) })).toBe('SIGN_IN_OTHER_BROWSER')
    const stray = await lastRecord(server, acme)
    expect(stray).toMatchObject({ finding: 'browser-other', username: null })
    expect(stray.code).not.toBe(code)
    expect(await finish(attempt)).toBeNull()
  })

  it('the answer arrives by the other response mode', async () => {
    await configure({ responseMode: 'form_post' })
    expect(await finish(await begin())).toBe('IDP_ERROR')
    expect(await lastRecord(server, acme)).toMatchObject({ finding: 'answer-other-way' })
  })

  it('the answer arrives a second time', async () => {
    const attempt = await begin()
    expect(await finish(attempt)).toBeNull()
    attempt.browser.cookies.delete('portico-session')
    expect(await finish(attempt)).toBe('SIGN_IN_EXPIRED')
    expect(await lastRecord(server, acme)).toMatchObject({ finding: 'request-unknown', outcome: 'failed' })
  })

  it('a form arrives that belongs to no attempt', async () => {
    const path = `/api/login/idps/${acme.identityProviderIds.get('Main')}/oidc/callback`
    const form = new URLSearchParams({ state: 'unheard-of', code: 'x' })
    const browser = newBrowser(server)
    const posted = await postAcross(browser, path, form)
    const ended = await browser.send(posted.headers.get('location') ?? '', { headers: { accept: 'text/html' } })
    expect(landing(ended).error).toBe('SIGN_IN_EXPIRED')
    expect(await lastRecord(server, acme)).toMatchObject({ finding: 'request-unknown' })
  })

  it('the keys cannot be read', async () => {
    own.plays({ instead: { jwks: (_, response) => json(response, 503, {}) } })
    expect(await finish(await begin())).toBe('IDP_ERROR')
    expect(await lastRecord(server, acme)).toMatchObject({ finding: 'keys-unreachable' })
  })
})

describe('before the redirect to the provider', () => {
  it.each([
    ['its document is of another issuer', { issuer: 'https://elsewhere.example' }, 'discovery-issuer'],
    ['its document names no addresses', { token_endpoint: undefined }, 'provider-misconfigured'],
    ['its document leads to a script', { authorization_endpoint: 'javascript:alert(1)' }, 'provider-misconfigured'],
  ])('%s', async (_, lie, finding) => {
    own.plays({ discovery: (document) => ({ ...document, ...lie }) })
    const { redirectUrl, code, message } = await postLogin(newBrowser(server), username())
    expect([redirectUrl, code]).toEqual([null, 'IDP_ERROR'])
    const record = await lastRecord(server, acme)
    expect(record).toMatchObject({ finding, outcome: 'failed', username: username() })
    expect(message).toContain(record.code)
  })
})

describe('when the person is known', () => {
  it('the provider no longer has username formats', async () => {
    const attempt = await begin()
    await row(sql`delete from username_formats`)
    expect(await finish(attempt)).toBe('AUTH-001001')
    expect(await lastRecord(server, acme)).toMatchObject({ finding: 'username-no-formats' })
  })

  it('the account was deactivated', async () => {
    expect(await finish(await begin())).toBeNull()
    await row(sql`update users set active = false`)
    expect(await finish(await begin())).toBe('PERSON_DEACTIVATED')
    expect(await lastRecord(server, acme)).toMatchObject({ finding: 'user-deactivated', username: username() })
  })

  it('a name that no database holds is recorded all the same', async () => {
    own.plays({ person: { sub: 'ada', preferred_username: `a\0da\u001b[2J@findings-${count}.example` } })
    expect(await finish(await begin())).toBe('AUTH-001001')
    const record = await lastRecord(server, acme)
    expect(record).toMatchObject({ finding: 'username-foreign', username: `a da [2J@findings-${count}.example` })
    const path = `/api/login/idps/${acme.identityProviderIds.get('Main')}/initiate`
    const hinted = await newBrowser(server).send(`${path}?login_hint=${encodeURIComponent('a\0da')}`)
    expect(hinted.headers.get('location')).toContain('/authorize?')
    expect(await lastRecord(server, acme)).toMatchObject({ outcome: 'open', username: 'a da' })
  })

  it('an unverified signature is a warning in every record', async () => {
    await configure({ disableSignatureVerification: true })
    expect(await finish(await begin())).toBeNull()
    const { outcome, checks } = await lastRecord(server, acme)
    expect(outcome).toBe('signed-in')
    expect(checks.find((line) => line.check === 'id-token-signature')).toMatchObject({
      outcome: 'warning',
      finding: 'signature-not-checked',
    })
  })

  it('a sign-in that went well lists every check in its order', async () => {
    expect(await finish(await begin())).toBeNull()
    const { checks, outcome } = await lastRecord(server, acme)
    expect(outcome).toBe('signed-in')
    expect(checks.map((line) => line.check)).toEqual([
      'format',
      'provider',
      'discovery',
      'request',
      'browser',
      'discovery',
      'answer',
      'token-endpoint',
      'id-token-signature',
      'id-token-claims',
      'userinfo',
      'subject',
      'username',
      'groups',
      'username-format',
      'user',
    ])
  })
})
