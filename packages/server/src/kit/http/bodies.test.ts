import {
  apiPrefix,
  beginSetup,
  createScimToken,
  createWebhook,
  endpoints,
  fillPath,
  readOnlyFields,
  type Endpoint,
} from '@portico/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../database/tenant-scope.ts'
import { uuidv7 } from '../identifiers.ts'
import { makeSetupUrl } from '../../sign-in/setup/queries.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import {
  createBrowser,
  createTestServer,
  rsaKeys,
  signedIn,
  smallTenant,
  vendorTenant,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import { resourceOf } from './resource.ts'

let server: TestServer
let acme: ImportedTenant
let admin: Browser
/** With a setup session of the same tenant: only it may call the setup routes. */
let holder: Browser
let webhookId = ''
let scimTokenId = ''
/** A person of the vendor's tenant, with the Support role. */
let supporter: Browser

beforeAll(async () => {
  server = await createTestServer()
  const serviceAccounts = [
    { environment: 'production', name: 'robot', key1: rsaKeys().publicPem, applications: ['billing:clerk', 'wiki'] },
  ]
  const customRoles = [{ label: 'Auditor', groups: { production: ['staff'] } }]
  acme = await server.importTenant(smallTenant('acme', { serviceAccounts, customRoles }))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins', 'staff'] })
  const vendor = await server.importTenant(vendorTenant())
  supporter = await signedIn(server, vendor, { username: 'kofi@vendor.example', groups: ['support'] })
  const webhook = { url: 'https://siem.example/', events: ['audit' as const] }
  const made = await admin.core.client.call(createWebhook, { body: webhook })
  webhookId = made.ok ? made.value.webhook.id : ''
  const params = { id: acme.identityProviderIds.get('Main') ?? '' }
  const token = await admin.core.client.call(createScimToken, { params, body: { name: 'Directory' } })
  scimTokenId = token.ok ? token.value.id : ''
  holder = createBrowser(server, server.deps.settings.baseUrl)
  await tenantScope(server.database, acme.id).transaction((tx) => makeSetupUrl(tx, { token: 'token', by: 'test' }))
  await holder.core.client.call(beginSetup, { body: { token: 'token' } })
})
function senderOf({ path }: Pick<Endpoint, 'path'>): Browser {
  if (path.startsWith('/operations/')) return supporter
  return path.startsWith('/portal/admin/setup/') ? holder : admin
}
afterAll(() => server.close())

type Refusal = { errorID: string; resourceType?: string; resourceID?: string; details: { fieldID?: string }[] }

async function send(endpoint: Endpoint, body: unknown, ids: Record<string, string> = {}) {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? uuidv7(Date.now())]))
  const isFile = endpoint.bodyKind === 'file'
  const file = new FormData()
  file.set('file', new Blob(['not an image']), 'file')
  const sent = isFile ? file : typeof body === 'string' && /^[[{]/.test(body) ? body : JSON.stringify(body)
  const sender = senderOf(endpoint)
  const response = await sender.send(apiPrefix + fillPath(endpoint.path, params), {
    method: endpoint.method,
    ...(endpoint.method === 'GET' || body === undefined ? {} : { body: sent }),
    headers: {
      ...(isFile ? {} : { 'content-type': 'application/json' }),
      'x-csrftoken': sender.cookies.get('csrf') ?? '',
    },
  })
  const text = await response.text()
  return { status: response.status, params, answer: (text === '' ? {} : JSON.parse(text)) as Refusal }
}

const named = (one: Endpoint) => [`${one.method} ${one.path}`, one] as const
const withJson = endpoints.filter((one) => one.body !== undefined && one.bodyKind === 'json')

/** core tests each field (input.test.ts); this tests that each route reads its body that way. */
describe.each(withJson.map(named))('the body of %s', (_, endpoint) => {
  it.each([[null], [[]], [[1]], ['text'], [7], [true]])('is not an object: %j', async (body) => {
    const { status, answer } = await send(endpoint, body)
    expect(status).toBe(400)
    expect(answer.details.map((one) => one.fieldID)).toEqual(['body'])
  })

  it.each([
    ['5,000 levels of lists', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['33 levels of objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ['1,001 fields', `{${Array.from({ length: 1001 }, (_one, at) => `"a${at}":1`).join()}}`],
  ])('is rejected before it is parsed: %s', async (_what, text) => {
    const { status, answer } = await send(endpoint, text)
    expect([status, answer.errorID]).toEqual([400, 'BODY_TOO_COMPLEX'])
  })

  it('is rejected with the name of a field that contains an unpaired surrogate', async () => {
    const { status, answer } = await send(endpoint, { nonsense: 'half \ud83d' })
    expect(status).toBe(400)
    expect(answer.details.map((one) => one.fieldID)).toContain('nonsense')
  })
})

describe('an error that concerns a resource names it (spec section 8)', () => {
  const withIds = endpoints.filter(
    (one) => one.path.startsWith('/portal/admin/') && /\{(id|envId|appId|roleId|code)\}/.test(one.path),
  )

  // Accepted, so that the answer is about the resource and not about the body.
  const bodies: Readonly<Record<string, object>> = {
    createServiceAccount: { name: 'new', key1: rsaKeys().publicPem, key1Algorithm: 'RSA' },
    putApplicationIcon: {},
  }

  it.each(withIds.map(named))('%s: one that is not there', async (_, endpoint) => {
    const { answer, status, params } = await send(endpoint, bodies[endpoint.name])
    expect([400, 404]).toContain(status)
    // For a list or a creation in an unknown environment, the resource is the environment.
    const own = resourceOf(endpoint)
    const resource =
      own?.parameter !== undefined && own.parameter in params ? own : { type: 'environment', parameter: 'envId' }
    expect(answer).toMatchObject({ resourceType: resource.type, resourceID: params[resource.parameter] })
  })

  it.each(withJson.filter((one) => one.path.startsWith('/portal/')).map(named))(
    '%s: a broken body',
    async (_, endpoint) => {
      expect((await send(endpoint, { nonsense: 1 })).answer.resourceType).toEqual(expect.any(String))
    },
  )
})

/** What GET shows of the object that a PUT replaces, and the ids of its address. */
async function present(endpoint: Endpoint): Promise<{ shown: Record<string, unknown>; ids: Record<string, string> }> {
  const environments = await read('/portal/admin/environments')
  const environment = (environments['environments'] as { id: string; name: string }[]).find(
    (one) => one.name === 'Production',
  )
  const { applications } = await read(`/portal/admin/environments/${environment?.id}/applications`)
  const appId = (applications as { id: string }[])[0]?.id ?? ''
  const ofApplication = endpoint.path.includes('/applications/')
  const { roles } = await read(
    ofApplication ? `/portal/admin/environments/${environment?.id}/applications/${appId}/roles` : '/portal/admin/roles',
  )
  const roleId = (roles as { id: string }[])[0]?.id ?? ''
  const ids = {
    envId: environment?.id ?? '',
    appId,
    roleId,
    tokenId: scimTokenId,
    id: endpoint.path.includes('/idps/')
      ? (acme.identityProviderIds.get('Main') ?? '')
      : endpoint.path.includes('/service-accounts/')
        ? (acme.serviceAccountIds.get('robot') ?? '')
        : endpoint.path.includes('/portal-roles/')
          ? 'security-admin'
          : endpoint.path.includes('/admin/roles/')
            ? roleId
            : endpoint.path.includes('/webhooks/')
              ? webhookId
              : (environment?.id ?? ''),
  }
  return { shown: await read(fillPath(endpoint.path, ids)), ids }
}

async function read(path: string): Promise<Record<string, unknown>> {
  return (await (await senderOf({ path }).send(apiPrefix + path)).json()) as Record<string, unknown>
}

describe.each(withJson.filter((one) => one.method === 'PUT').map(named))('%s', (_, endpoint) => {
  it('accepts the body that GET returned', async () => {
    const { shown, ids } = await present(endpoint)
    const { status, answer } = await send(endpoint, shown, ids)
    expect(status, JSON.stringify(answer)).toBe(endpoint.success)
    const times = { updatedAt: undefined }
    expect({ ...(await present(endpoint)).shown, ...times }).toEqual({ ...shown, ...times })
  })

  it('rejects a changed read-only field by name', async () => {
    const { shown, ids } = await present(endpoint)
    // A time of last use changes by itself between reading and saving, and is accepted as it was read.
    const checked = readOnlyFields(endpoint).filter((one) => one in shown && !/lastUsedAt$/i.test(one))
    for (const name of checked) {
      const { status, answer } = await send(endpoint, { ...shown, [name]: 'changed' }, ids)
      expect(status, name).toBe(400)
      expect(answer.details).toEqual([expect.objectContaining({ errorID: 'READ_ONLY_FIELD', fieldID: name })])
    }
  })

  it('rejects an unknown field', async () => {
    const { shown, ids } = await present(endpoint)
    const { answer } = await send(endpoint, { ...shown, nonsense: 1 }, ids)
    expect(answer.details).toEqual([expect.objectContaining({ errorID: 'UNKNOWN_FIELD', fieldID: 'nonsense' })])
  })
})

it('the label and urn of an application are read-only among dependencies', async () => {
  const endpoint = endpoints.find((one) => one.name === 'saveDependencies') as Endpoint
  const { shown, ids } = await present(endpoint)
  const dependencies = shown['dependencies'] as object[]
  for (const name of ['label', 'urn']) {
    const { status, answer } = await send(
      endpoint,
      { dependencies: dependencies.map((row, index) => (index === 1 ? { ...row, [name]: 'changed' } : row)) },
      ids,
    )
    expect(status).toBe(400)
    expect(answer.details).toEqual([
      expect.objectContaining({ errorID: 'READ_ONLY_FIELD', fieldID: `dependencies.1.${name}` }),
    ])
  }
})
