import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import { getSignIn, type SignInRecord } from '@portico/core/contract'

import { forgeResponse, type ForgeOptions } from '../../../protocols/saml/testing/forge-response.ts'
import { testKeyPair, type TestKeyPair } from '../../../protocols/saml/testing/key-pairs.ts'
import { landing, newBrowser, postAcross, startAt } from '../../../testing/sign-in-run.ts'
import type { Browser, TestServer } from '../../../testing/test-server.ts'

/** A SAML provider as a test plays it: its key, its name, and how it enters the tenant file. */
export type PlayedProvider = {
  readonly key: TestKeyPair
  readonly entityId: string
  readonly ssoUrl: string
  entry(more?: EntryChange): Record<string, unknown>
}

type EntryChange = {
  readonly name?: string
  readonly type?: 'OPENSAML' | 'ADFS_SAML' | 'SFDC_SAML'
  readonly primary?: boolean
  readonly enabled?: boolean
  readonly suffixes?: readonly string[]
  readonly windowsDomains?: readonly string[]
  readonly config?: Readonly<Record<string, unknown>>
}

export function playedProvider(host = 'idp.acme.example', key: TestKeyPair = testKeyPair()): PlayedProvider {
  const entityId = `https://${host}/metadata`
  const ssoUrl = `https://${host}/sso`
  return {
    key,
    entityId,
    ssoUrl,
    entry: (more = {}) => ({
      name: more.name ?? 'SAML',
      type: more.type ?? 'OPENSAML',
      primary: more.primary ?? true,
      enabled: more.enabled ?? true,
      config: {
        entityId,
        ssoUrl,
        sloUrl: `https://${host}/slo`,
        signingCertificate1: key.certificate.trim(),
        attributes: { group: 'groups', displayName: 'displayName', email: 'mail' },
        ...more.config,
      },
      emailSuffixes: more.suffixes ?? ['acme.example'],
      windowsDomains: more.windowsDomains ?? [],
    }),
  }
}

/** An authentication request as the provider receives it. */
export type Asked = {
  readonly browser: Browser
  readonly url: string
  readonly xml: string
  readonly requestId: string
  readonly relayState: string
  readonly acsUrl: string
  readonly audience: string
}

/** POST /login in a new browser, and what it takes to the provider. */
export async function ask(
  server: TestServer,
  username = 'ada@acme.example',
  browser = newBrowser(server),
): Promise<Asked> {
  return readAsked(browser, await startAt(browser, username))
}

/** The request behind an address that a sign-in led to. */
export async function readAsked(browser: Browser, url: string): Promise<Asked> {
  return { browser, url, ...readRequest(await carriedBy(browser, url)) }
}

/** What the browser carries to the provider: the query of a redirect, or the fields of our page's form. */
export async function carriedBy(
  browser: Browser,
  url: string,
): Promise<{ message: string; relayState: string; packed: boolean }> {
  const at = new URL(url)
  if (!at.pathname.endsWith('/saml/request')) {
    const query = at.searchParams
    return { message: query.get('SAMLRequest') ?? '', relayState: query.get('RelayState') ?? '', packed: true }
  }
  const { fields } = formOf(await (await browser.send(at.pathname + at.search)).text())
  return { message: fields['SAMLRequest'] ?? '', relayState: fields['RelayState'] ?? '', packed: false }
}

function readRequest(carried: {
  message: string
  relayState: string
  packed: boolean
}): Omit<Asked, 'browser' | 'url'> {
  const bytes = Buffer.from(carried.message, 'base64')
  const xml = (carried.packed ? inflateRawSync(bytes) : bytes).toString()
  return {
    xml,
    relayState: carried.relayState,
    requestId: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
    acsUrl: /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? '',
    audience: /<saml:Issuer>([^<]+)</.exec(xml)?.[1] ?? '',
  }
}

/** The form of a page that continues by itself. */
export function formOf(page: string): { action: string; fields: Record<string, string> } {
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  const inputs = [...page.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)]
  return {
    action: plain(/<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? ''),
    fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, plain(value)])),
  }
}

/** A true answer to a request, except for `change`. */
export function forgedFor(
  server: TestServer,
  provider: PlayedProvider,
  asked: Pick<Asked, 'acsUrl' | 'audience'> & { readonly requestId: string | null },
  change: Partial<ForgeOptions> = {},
): Promise<string> {
  return forgeResponse({
    key: provider.key,
    nowMs: server.clock.now(),
    issuer: provider.entityId,
    acsUrl: asked.acsUrl,
    audience: asked.audience,
    requestId: asked.requestId,
    nameId: { value: 'ada@acme.example' },
    responseId: `_${randomUUID()}`,
    assertionId: `_${randomUUID()}`,
    attributes: { groups: ['staff'] },
    ...change,
  })
}

/** The provider's page posts the answer; the browser follows the redirect to where it is finished. */
export async function postResponse(
  asked: Pick<Asked, 'browser' | 'acsUrl' | 'relayState'>,
  response: string,
): Promise<Response> {
  const form = new URLSearchParams({ SAMLResponse: response })
  if (asked.relayState !== '') form.set('RelayState', asked.relayState)
  const posted = await postAcross(asked.browser, new URL(asked.acsUrl).pathname, form)
  const location = posted.headers.get('location') ?? ''
  if (!location.includes('/saml/acs?received=')) return posted
  return asked.browser.send(location, { headers: { accept: 'text/html' } })
}

/** A complete sign-in with an answer that is true except for `change`. */
export async function signIn(
  server: TestServer,
  provider: PlayedProvider,
  change: Partial<ForgeOptions> = {},
  username?: string,
): Promise<{ asked: Asked; response: Response; landed: ReturnType<typeof landing> }> {
  const asked = await ask(server, username)
  const response = await postResponse(asked, await forgedFor(server, provider, asked, change))
  return { asked, response, landed: landing(response) }
}

/** What an administrator reads about the attempt whose error screen this is. */
export async function readRecord(admin: Browser, response: Response): Promise<SignInRecord> {
  const to = new URL(response.headers.get('location') ?? '', 'http://relative.invalid')
  const code = to.searchParams.get('reference') ?? ''
  const outcome = await admin.core.client.call(getSignIn, { params: { code } })
  if (!outcome.ok) throw new Error(`no record of ${to.href}: ${outcome.problem.errorMessage}`)
  return outcome.value
}

/** The finding that ended an attempt. */
export async function whyRefused(admin: Browser, response: Response): Promise<string | null | undefined> {
  const { checks } = await readRecord(admin, response)
  return checks.findLast((check) => check.outcome === 'failed')?.finding
}
