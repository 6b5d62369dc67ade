import { createScimToken } from '@portico/core'
import { sql } from 'kysely'

import { tenantScope, type TenantTransaction } from '../../../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../../../kit/identifiers.ts'
import { addPeople } from '../../../../testing/tenant-rows.ts'
import { smallTenant, type TestServer } from '../../../../testing/test-server.ts'
import { startDirectory } from '../directory.ts'
import { enterprise } from '../examples.ts'
import type { Others } from './names.ts'
import type { Sender, Wire } from './wire.ts'

/** In values of users and groups of the others, and never in a request. In lower case. */
export const marker = 'q7zkmark'

/**
 * The sender, and those whose rows it must not reach: two more providers of its tenant, and two of another tenant. Their users and
 * groups are in three pools, each with some of every provider.
 */
export type Parties = {
  readonly sender: Sender
  /** A dry-run token of the same provider: its requests are answered and not applied. */
  readonly dryRun: Sender
  readonly otherProviderIds: readonly string[]
  /** Named in dry runs only. */
  readonly probed: Others
  /** Named in requests that apply. */
  readonly tried: Others
  /** Never named. */
  readonly hidden: Others
  /** The texts of all rows of the others, by table. */
  otherRows(): Promise<Readonly<Record<string, readonly string[]>>>
}

const provider = (name: string, primary: boolean) => ({
  name,
  type: 'OIDC',
  primary,
  config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
  clientSecret: 'not-a-secret-in-tests',
})
const tenantOf = (slug: string) =>
  smallTenant(slug, {
    identityProviders: [provider('First', true), provider('Second', false), provider('Third', false)],
  })

export async function startParties(server: TestServer, wire: Wire): Promise<Parties> {
  const own = await startDirectory(server, 'own', tenantOf('own'))
  const other = await startDirectory(server, 'other', tenantOf('other'))
  const [ownId = '', secondId = '', thirdId = ''] = own.tenant.identityProviderIds.values()
  const otherIds = [...other.tenant.identityProviderIds.values()].slice(1)
  const sender = { providerId: ownId, token: own.token }
  const dryRun = { providerId: ownId, token: await own.newToken({ dryRun: true }) }
  const pools = { probed: emptyPool(), tried: emptyPool(), hidden: emptyPool() }
  await takeScimGroups(server, [own.tenant.id, other.tenant.id])
  let made = 0
  for (const [{ admin, tenant }, ids] of [
    [own, [secondId, thirdId]],
    [other, otherIds],
  ] as const)
    for (const id of ids) {
      const token = await admin.core.client.call(createScimToken, { params: { id }, body: { name: 'Directory' } })
      if (!token.ok) throw new Error(JSON.stringify(token.problem))
      await addOthers(wire, { providerId: id, token: token.value.token }, { pools, number: (made += 1) })
      await addSignedIn(server, tenant.id, id)
    }
  return {
    sender,
    dryRun,
    otherProviderIds: [secondId, thirdId, ...otherIds],
    probed: pools.probed,
    tried: { ...pools.tried, texts: [...pools.tried.texts, ...signedInTexts] },
    hidden: pools.hidden,
    otherRows: async () => {
      await server.deps.scimTokenUses.settled()
      await server.deps.scimRequests.settled()
      return {
        ...(await rowsOf(server, own.tenant.id, [secondId, thirdId])),
        ...(await rowsOf(server, other.tenant.id)),
      }
    },
  }
}

async function takeScimGroups({ database }: TestServer, tenantIds: readonly string[]): Promise<void> {
  for (const id of tenantIds)
    await tenantScope(database, id).transaction(({ db }) =>
      sql`update identity_providers set group_source = 'scim' where tenant_id = ${id}`.execute(db),
    )
}

/** A person and a group that came with a sign-in, whom SCIM of another provider must not take. */
async function addSignedIn({ database, clock }: TestServer, tenantId: string, providerId: string): Promise<void> {
  const nowMs = clock.now()
  await tenantScope(database, tenantId).transaction(async (tx) => {
    await addPeople(tx, { providerId, count: 1, nowMs })
    const group = {
      tenant_id: tenantId,
      id: uuidv7(nowMs),
      identity_provider_id: providerId,
      claim: signedIn.group,
      name: signedIn.group,
    }
    await tx.db.insertInto('groups').values(group).execute()
  })
}

/** Their names; of the person, as in tenant-rows.ts. */
const signedIn = { username: 'p00000@acme.example', subject: 'p00000', group: 'signed in' }
/** More likely in a request than the other names together. */
const signedInTexts = Array.from({ length: 12 }, () => Object.values(signedIn)).flat()

type Pool = { readonly [name in keyof Others]: string[] }
const emptyPool = (): Pool => ({ userIds: [], groupIds: [], texts: [] })

/** Two users and a group of one provider for each pool. Names that are in requests end with a hexadecimal digit. */
async function addOthers(
  wire: Wire,
  sender: Sender,
  { pools, number }: { readonly pools: Readonly<Record<string, Pool>>; readonly number: number },
): Promise<void> {
  for (const [name, pool] of Object.entries(pools)) {
    const beginning = name === 'hidden' ? marker : 'shared'
    const members: string[] = []
    for (const at of [0, 2]) {
      const [userName, externalId] = [
        `${beginning}.user.${number}${name}.${at}`,
        `${beginning}-external-${number}${name}-${at}`,
      ]
      members.push(await create(wire, sender, { address: '/Users', body: otherUser({ userName, externalId }) }))
      pool.texts.push(userName, externalId)
    }
    const displayName = `${beginning} group ${number} ${name} a`
    const group = {
      displayName,
      externalId: `${marker}-${number}-${name}`,
      members: members.map((value) => ({ value })),
    }
    pool.groupIds.push(await create(wire, sender, { address: '/Groups', body: group }))
    pool.texts.push(displayName)
    pool.userIds.push(...members)
  }
}

/** Filters that do not name the marker match the rest. */
const otherUser = (identifiers: { readonly userName: string; readonly externalId: string }) => ({
  ...identifiers,
  displayName: `${marker} person`,
  title: 'Engineer',
  name: { givenName: marker, familyName: marker },
  emails: [{ value: `${marker}@others.example`, type: 'work', primary: true }],
  [enterprise]: { department: marker, manager: { value: marker } },
})

/** The sender's own users, the first two with nearly as much as a user can have, and its groups. */
export async function addOwn(wire: Wire, sender: Sender): Promise<void> {
  const values = (sign: string) =>
    Array.from({ length: 90 }, (_, at) => ({ value: `${at}${sign.repeat(250)}`, display: `${at}` }))
  const usual = Array.from({ length: 12 }, (_, at) => ({
    userName: `made ${at}`,
    displayName: `made ${at}`,
    emails: [{ value: `made${at}@own.example`, type: 'work' }],
  }))
  const ids: string[] = []
  for (const body of [
    { userName: 'large 1', title: 'Engineer', emails: values('a'), photos: values('b') },
    { userName: 'large 2', title: 'Engineer', emails: values('\\') },
    ...usual,
  ])
    ids.push(await create(wire, sender, { address: '/Users', body }))
  for (const at of [0, 1, 2, 3]) {
    const members = ids.slice(at * 3, at * 3 + 4).map((value) => ({ value }))
    await create(wire, sender, { address: '/Groups', body: { displayName: `made ${at}`, members } })
  }
}

/** Returns the id. */
async function create(
  wire: Wire,
  sender: Sender,
  { address, body }: { readonly address: string; readonly body: object },
): Promise<string> {
  const headers = { 'content-type': 'application/scim+json' }
  const { status, text } = await wire.send(
    { method: 'POST', address, headers, body: Buffer.from(JSON.stringify(body)) },
    sender,
  )
  if (status !== 201) throw new Error(text)
  return (JSON.parse(text) as { readonly id: string }).id
}

/** The rows of a tenant, or of some of its providers, in every table that the server can read. */
function rowsOf(
  { database }: TestServer,
  tenantId: string,
  providerIds?: readonly string[],
): Promise<Record<string, string[]>> {
  return tenantScope(database, tenantId).transaction(async (tx) => {
    const found: Record<string, string[]> = {}
    for (const [table, where] of await tablesOf(tx, providerIds)) {
      const { rows } = await sql<{ text: string }>`
        select t::text as text from ${sql.table(table)} t where t.tenant_id = ${tenantId} and (${where}) order by 1`.execute(
        tx.db,
      )
      found[`${tenantId} ${table}`] = rows.map(({ text }) => text)
    }
    return found
  })
}

async function tablesOf({ db }: TenantTransaction, providerIds: readonly string[] | undefined) {
  const { rows } = await sql<{ name: string; columns: readonly string[] }>`
    select c.relname as name, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
     group by c.relname`.execute(db)
  return rows.flatMap(({ name, columns }) => {
    if (!columns.includes('tenant_id')) return []
    if (providerIds === undefined) return [[name, sql`true`] as const]
    if (name === 'identity_providers') return [[name, sql`t.id = any (${providerIds}::uuid[])`] as const]
    if (name === 'user_groups')
      return [[name, sql`exists (${ofUser(providerIds)}) or exists (${ofGroup(providerIds)})`] as const]
    return columns.includes('identity_provider_id')
      ? [[name, sql`t.identity_provider_id = any (${providerIds}::uuid[])`] as const]
      : []
  })
}

const ofUser = (providerIds: readonly string[]) => sql`
  select from users u where u.tenant_id = t.tenant_id and u.id = t.user_id and u.identity_provider_id = any (${providerIds}::uuid[])`
const ofGroup = (providerIds: readonly string[]) => sql`
  select from groups g where g.tenant_id = t.tenant_id and g.id = t.group_id and g.identity_provider_id = any (${providerIds}::uuid[])`
