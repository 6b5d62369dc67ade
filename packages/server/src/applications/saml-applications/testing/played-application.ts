import { randomUUID, sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

import { ClientConfig } from '@portico/core/contract'
import { SAML } from '@node-saml/node-saml'
import * as v from 'valibot'

import { saveClient } from '../../clients/queries.ts'
import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { rsaSha256 } from '../../../protocols/saml/names.ts'
import { signXml } from '../../../protocols/saml/testing/sign-xml.ts'
import { testKeyPair, type TestKeyPair } from '../../../protocols/saml/testing/key-pairs.ts'
import { formOf } from '../../../sign-in/saml/testing/saml-run.ts'
import { newMessageId } from '../../../sign-in/saml/start.ts'
import { postAcross } from '../../../testing/sign-in-run.ts'
import type { Browser, TestServer } from '../../../testing/test-server.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'

/** An application that speaks SAML, as a test plays it. */
export type PlayedApplication = {
  readonly entityId: string
  readonly acsUrl: string
  readonly key: TestKeyPair
  readonly clientId: string
  readonly tenantId: string
}

/** Registers an application of the tenant; `change` is of the registration. */
export async function registerApplication(
  server: TestServer,
  tenant: ImportedTenant,
  { slug = 'billing', environment = 'production', key = testKeyPair(), ...change }: Registration = {},
): Promise<PlayedApplication> {
  const entityId = `https://${slug}.${environment}.example/metadata`
  const acsUrl = `https://${slug}.${environment}.example/acs`
  const config = v.parse(ClientConfig, { protocol: 'saml', entityId, acsUrls: [acsUrl], ...change.config })
  const clientId = await tenantScope(server.database, tenant.id).transaction(async (tx) => {
    const place = await tx.db
      .selectFrom('environment_applications as ea')
      .innerJoin('applications as a', (join) =>
        join.onRef('a.tenant_id', '=', 'ea.tenant_id').onRef('a.id', '=', 'ea.application_id'),
      )
      .innerJoin('environments as e', (join) =>
        join.onRef('e.tenant_id', '=', 'ea.tenant_id').onRef('e.id', '=', 'ea.environment_id'),
      )
      .select(['ea.environment_id as environmentId', 'ea.application_id as applicationId'])
      .where('ea.tenant_id', '=', tenant.id)
      .where('a.slug', '=', slug)
      .where('e.slug', '=', environment)
      .executeTakeFirstOrThrow()
    const existing = await tx.db
      .selectFrom('application_clients')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('environment_id', '=', place.environmentId)
      .where('application_id', '=', place.applicationId)
      .executeTakeFirst()
    const id = existing?.id ?? randomUUID()
    await saveClient(tx, { id, ...place, config })
    return id
  })
  return { entityId, acsUrl, key, clientId, tenantId: tenant.id }
}

type Registration = {
  readonly slug?: string
  readonly environment?: string
  readonly key?: TestKeyPair
  readonly config?: Readonly<Record<string, unknown>>
}

export type RequestChange = {
  readonly id?: string
  /** undefined: without the attribute. */
  readonly acsUrl?: string | undefined
  readonly destination?: string | undefined
  readonly issuer?: string
  readonly issuedMs?: number
  /** More attributes of the request, and more elements in it. */
  readonly attributes?: string
  readonly elements?: string
  readonly relayState?: string
  readonly binding?: 'redirect' | 'post'
  readonly signWith?: TestKeyPair
  /** Changes the text before it is signed or after. */
  readonly beforeSigning?: (xml: string) => string
  readonly afterSigning?: (xml: string) => string
  /** Changes the query of the redirect binding. */
  readonly editQuery?: (query: string) => string
}

/** Sends a request of the application; every part of it can be forged. */
export async function sendRequest(
  server: TestServer,
  browser: Browser,
  application: PlayedApplication,
  change: RequestChange = {},
): Promise<{ response: Response; id: string }> {
  const sso = `/api/saml/${application.tenantId}/sso`
  const id = change.id ?? newMessageId()
  const xml = (change.beforeSigning ?? same)(requestXml(server, application, { ...change, id }, sso))
  if (change.binding === 'post') return { id, response: await post(browser, sso, xml, change) }
  const pairs = [`SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`]
  if (change.relayState !== undefined) pairs.push(`RelayState=${encodeURIComponent(change.relayState)}`)
  if (change.signWith !== undefined) {
    pairs.push(`SigAlg=${encodeURIComponent(rsaSha256)}`)
    const signature = sign('sha256', Buffer.from(pairs.join('&')), change.signWith.privateKey)
    pairs.push(`Signature=${encodeURIComponent(signature.toString('base64'))}`)
  }
  const query = (change.editQuery ?? same)(pairs.join('&'))
  return { id, response: await browser.send(`${sso}?${query}`, { headers: { accept: 'text/html' } }) }
}

function post(browser: Browser, sso: string, xml: string, change: RequestChange): Promise<Response> {
  const signed = change.signWith === undefined ? xml : signXml(xml, '/*', change.signWith)
  const SAMLRequest = Buffer.from((change.afterSigning ?? same)(signed)).toString('base64')
  const { relayState } = change
  const form = new URLSearchParams({ SAMLRequest, ...(relayState !== undefined && { RelayState: relayState }) })
  return postAcross(browser, sso, form)
}

const same = (text: string) => text

function requestXml(
  server: TestServer,
  { entityId, acsUrl }: PlayedApplication,
  change: RequestChange & { readonly id: string },
  sso: string,
): string {
  const attribute = (name: string, value: string | undefined) => (value === undefined ? '' : ` ${name}="${value}"`)
  const to = 'acsUrl' in change ? change.acsUrl : acsUrl
  const destination = 'destination' in change ? change.destination : server.deps.settings.baseUrl + sso
  const issued = new Date(change.issuedMs ?? server.clock.now()).toISOString()
  return (
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${change.id}" Version="2.0" IssueInstant="${issued}"${attribute('Destination', destination)}` +
    `${attribute('AssertionConsumerServiceURL', to)}${change.attributes ?? ''}>` +
    `<saml:Issuer>${change.issuer ?? entityId}</saml:Issuer>${change.elements ?? ''}</samlp:AuthnRequest>`
  )
}

/** Follows our redirects: the page at the end, where it would go, and what it would post there. */
export async function follow(browser: Browser, response: Response) {
  let at = response
  for (let count = 0; count < 5; count += 1) {
    const location = at.headers.get('location')
    if (location === null || !location.startsWith('/api/')) break
    at = await browser.send(location, { headers: { accept: 'text/html' } })
  }
  const page = await at.text()
  const { action, fields } = formOf(page)
  return {
    status: at.status,
    location: at.headers.get('location'),
    page,
    action,
    relayState: fields['RelayState'],
    response: fields['SAMLResponse'],
    xml: Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString(),
    headers: at.headers,
  }
}

/** The last status code of a response. */
export function statusOf(xml: string): string | undefined {
  return [...xml.matchAll(/<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2\.0:status:(\w+)"/g)].at(-1)?.[1]
}

/** What an independent service provider reads in our response; it verifies both signatures. */
export async function readAsApplication(
  server: TestServer,
  application: PlayedApplication,
  SAMLResponse: string,
): Promise<Record<string, unknown>> {
  const base = `${server.deps.settings.baseUrl}/api/saml/${application.tenantId}`
  const metadata = await (await server.fetch(new Request(`${base}/metadata`))).text()
  const saml = new SAML({
    issuer: application.entityId,
    audience: application.entityId,
    callbackUrl: application.acsUrl,
    entryPoint: `${base}/sso`,
    idpIssuer: `${base}/metadata`,
    idpCert: /<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? '',
    wantAuthnResponseSigned: true,
    wantAssertionsSigned: true,
    decryptionPvk: application.key.privateKey,
  })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse })
  return profile as unknown as Record<string, unknown>
}
