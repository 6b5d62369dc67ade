import { randomUUID } from 'node:crypto'

import { allSentences, type PrincipalInfo } from '@portico/core/contract'
import { sql } from 'kysely'

import { createApp } from '../app/app.ts'
import { tenantScope } from '../kit/database/tenant-scope.ts'
import type { Deps } from '../kit/http/deps.ts'
import { sealSecrets } from '../providers/identity-providers/queries.ts'
import type { ImportedTenant } from '../operator/tenant-import/import.ts'
import { createBrowser, type Browser } from './browser.ts'
import type { TestServer } from './test-server.ts'

export { providerEntry, tenantWith } from './small-tenants.ts'

/** A browser with a separate network address, so that rate limits see different people. */
export function newBrowser(server: TestServer, change: Partial<Deps> = {}): Browser {
  const address = randomUUID()
  const app = createApp({ ...server.deps, ...change })
  return createBrowser({ fetch: (request) => app.fetch(request, { address }) }, server.deps.settings.baseUrl)
}

/** POST /login: the address of the identity provider. */
export async function startAt(browser: Browser, username: string): Promise<string> {
  const { redirectUrl } = await postLogin(browser, username)
  if (redirectUrl === null) throw new Error(`${username} was refused`)
  return redirectUrl
}

export async function postLogin(
  browser: Browser,
  username: string,
): Promise<{ redirectUrl: string | null; code?: string; message?: string }> {
  const response = await browser.send('/api/login', {
    method: 'POST',
    body: JSON.stringify({ username }),
    headers: { 'content-type': 'application/json' },
  })
  if (response.status !== 200) throw new Error(`POST /login answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { redirectUrl: string | null }
}

/** The path of the callback that an authorization request names. */
export function callbackPath(redirectUrl: string): string {
  return new URL(new URL(redirectUrl).searchParams.get('redirect_uri') ?? '').pathname
}

const html = { accept: 'text/html,application/xhtml+xml' }

/** The provider sends the browser back by redirect. */
export function comeBack(browser: Browser, redirectUrl: string, answer: URLSearchParams): Promise<Response> {
  return browser.send(`${callbackPath(redirectUrl)}?${answer.toString()}`, { headers: html })
}

/** The provider's page posts a form: a cross-site request, to which a browser adds no Lax cookies. */
export async function postAcross(browser: Browser, path: string, form: URLSearchParams): Promise<Response> {
  const cookies = new Map(browser.cookies)
  browser.cookies.clear()
  const headers = {
    ...html,
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'http://127.0.0.2',
    'sec-fetch-site': 'cross-site',
  }
  const response = await browser.send(path, { method: 'POST', body: form.toString(), headers })
  for (const [name, value] of cookies) if (!browser.cookies.has(name)) browser.cookies.set(name, value)
  return response
}

/** Our own page posts a form: same-origin, with the CSRF token in a field and the page's referrer policy. */
export function postForm(browser: Browser, path: string, form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ 'X-CSRFToken': browser.cookies.get('csrf') ?? '', ...form }).toString()
  const headers = {
    ...html,
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'null',
    'sec-fetch-site': 'same-origin',
  }
  return browser.send(path, { method: 'POST', body, headers })
}

/** Where a 303 leads, and the code it carries if that is the error screen. */
export function landing(response: Response): { status: number; path: string; error: string | null } {
  const to = new URL(response.headers.get('location') ?? '', 'http://relative.invalid')
  return { status: response.status, path: to.pathname, error: to.searchParams.get('error') }
}

export const refusedWith = (error: string) => ({ status: 303, path: '/login/unauthorized', error })

/** Who this browser is signed in as; undefined without a session. */
export async function whoIs(browser: Browser): Promise<PrincipalInfo | undefined> {
  const response = await browser.send('/api/portal/launcher/principalinfo')
  return response.status === 200 ? ((await response.json()) as PrincipalInfo) : undefined
}

export async function countSessions(server: TestServer, tenant: ImportedTenant): Promise<number> {
  return tenantScope(server.database, tenant.id).transaction(async (tx) => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from sessions`.execute(tx.db)
    return Number(rows[0]?.n)
  })
}

/** Changes rows of a tenant as an administrator's save would. */
export async function change(
  server: TestServer,
  tenant: ImportedTenant,
  statement: ReturnType<typeof sql<unknown>>,
): Promise<void> {
  await tenantScope(server.database, tenant.id).transaction(async (tx) => void (await statement.execute(tx.db)))
}

export type RecordedSignIn = {
  readonly code: string
  readonly purpose: string
  readonly outcome: string
  readonly finding: string | null
  readonly error_id: string | null
  readonly username: string | null
  readonly checks: readonly {
    check: string
    outcome: string
    finding?: string
    evidence: Record<string, string | number | boolean>
  }[]
}

/**
 * The last entry of the flight recorder, as stored in the row. Throws when a finding's sentence uses a value that is
 * missing from the engine's evidence, because the sentence would have a gap.
 */
export async function lastRecord(server: TestServer, tenant: ImportedTenant): Promise<RecordedSignIn> {
  return tenantScope(server.database, tenant.id).transaction(async (tx) => {
    const { rows } = await sql<RecordedSignIn>`
      select code, purpose, outcome, finding, error_id, username, checks from sign_in_records order by id desc limit 1`.execute(
      tx.db,
    )
    if (rows[0] === undefined) throw new Error('nothing was recorded')
    for (const { finding, evidence } of rows[0].checks) {
      const missing = valuesOf(finding).filter((name) => !Object.hasOwn(evidence, name))
      if (missing.length > 0) throw new Error(`${finding} says ${missing.join(', ')}, of which there is no evidence`)
    }
    return rows[0]
  })
}

function valuesOf(finding: string | undefined): string[] {
  if (finding === undefined) return []
  const catalogue: Readonly<Record<string, string>> = allSentences()
  const sentences = [catalogue[`finding.${finding}`], catalogue[`finding.${finding}.todo`]]
  return sentences.flatMap((text) => [...(text ?? '').matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))
}

/** Puts secrets into a provider's row that no form would take, as an older release or another tool may have left them. */
export async function storeSecrets(
  server: TestServer,
  tenant: ImportedTenant,
  providerName: string,
  secrets: Record<string, string>,
): Promise<void> {
  const id = tenant.identityProviderIds.get(providerName) ?? ''
  const sealed = sealSecrets(id, secrets, server.deps.secrets)
  await change(server, tenant, sql`update identity_providers set secrets = ${sealed} where id = ${id}`)
}
