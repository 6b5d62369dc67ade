import { createPublicKey, type KeyObject } from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import { createHeldCache } from '../../kit/database/held-cache.ts'
import { globalQuery, visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { isUuid, urn } from '../../kit/identifiers.ts'
import { portal, portalAudience, type Targets } from './targets.ts'

/** A service account as the client of a request. Held in memory and shared by requests. */
export type ClientAccount = {
  readonly tenantId: string
  readonly tenantSlug: string
  readonly id: string
  readonly name: string
  readonly environmentId: string
  /** Its tenant is: only tokens for the portal are issued. */
  readonly deactivated: boolean
  /** Its public keys by RFC 7638 thumbprint. */
  readonly keys: readonly { readonly thumbprint: string; readonly key: KeyObject }[]
  /** URNs of the applications that it depends on. */
  readonly dependsOn: ReadonlySet<string>
  /** The names of its roles by the audience of each application that it depends on, and of the portal. */
  readonly targets: Targets
  /** Whether a name is this account's: its id or its URN. */
  isNamed(client: string): boolean
  /** The database's clock in seconds since the epoch. */
  nowSecs(): number
}

export type ClientAccounts = {
  /** What is held of the account that a client names; undefined: read it. */
  held(client: string): ClientAccount | undefined
  /** Reads the account that a client names; undefined when there is none. */
  read(client: string): Promise<ClientAccount | undefined>
  /** Runs `judge` on what is held. If it refuses, what is held may be old: it is read and judged again. */
  judged<T>(
    client: string,
    judge: (account: ClientAccount | undefined) => T,
    isRefused: (judged: T) => boolean,
  ): Promise<T>
}

/** Accounts that one process holds: about 2 kB each. */
const heldMax = 10_000

/** Service accounts with their keys and roles, held in memory until a change is reported (docs/decisions/0085). */
export function createClientAccounts(database: Database): ClientAccounts {
  const cache = createHeldCache<ClientAccount>(database.changes, { max: heldMax })
  const held: ClientAccounts['held'] = (client) => {
    const id = idOf(client)
    return id === undefined ? undefined : named(cache.get(id), client)
  }
  const read: ClientAccounts['read'] = async (client) => {
    const id = idOf(client)
    if (id === undefined) return undefined
    cache.drop(id)
    try {
      return named(await cache.read(id, () => load(id)), client)
    } catch (error) {
      if (error instanceof UnknownAccount) return undefined
      throw error
    }
  }
  return {
    held,
    read,
    async judged(client, judge, isRefused) {
      const known = held(client)
      const first = judge(known ?? (await read(client)))
      return known !== undefined && isRefused(first) ? judge(await read(client)) : first
    },
  }

  async function load(id: string) {
    const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_service_account(${id})`.execute(
      globalQuery(database),
    )
    const tenantId = found.rows[0]?.tenant_id
    const readAt = performance.now()
    const account =
      tenantId && (await visitorScope(database, tenantId).transaction((tx) => readAccount(tx, id, readAt)))
    // Thrown, so that ids that never were take no room.
    if (!account) throw new UnknownAccount()
    return { value: account, subjects: [`account:${id}`, `tenant:${account.tenantId}`], ...untilTold }
  }
}

const untilTold = { leftMs: Infinity, calmMs: Infinity, fixedEndAt: Infinity } as const

class UnknownAccount extends Error {
  override name = 'UnknownAccount'
}

function idOf(client: string): string | undefined {
  const id = /^(?:urn:portico:[a-z0-9-]+:service-account:)?([0-9a-f-]{36})$/.exec(client)?.[1]
  return id !== undefined && isUuid(id) ? id : undefined
}

function named(account: ClientAccount | undefined, client: string): ClientAccount | undefined {
  return account?.isNamed(client) ? account : undefined
}

type Dependency = { readonly app: string; readonly slug: string; readonly role: string | null }

async function readAccount(tx: TenantTransaction, id: string, readAt: number): Promise<ClientAccount | undefined> {
  const row = await tx.db
    .selectFrom('service_accounts as a')
    .innerJoin('tenants as t', 't.tenant_id', 'a.tenant_id')
    .select(['a.name', 'a.environment_id', 'a.key1', 'a.key1_thumbprint', 'a.key2', 'a.key2_thumbprint'])
    .select(['t.slug', 't.deactivated'])
    .select(sql<number>`extract(epoch from clock_timestamp())::float8`.as('now_secs'))
    .select(
      sql<readonly Dependency[]>`coalesce((
        select jsonb_agg(jsonb_build_object('app', p.id, 'slug', p.slug, 'role', r.name) order by r.name)
          from service_account_dependencies d
          join applications p on p.tenant_id = d.tenant_id and p.id = d.application_id
          left join app_roles r on r.tenant_id = d.tenant_id and r.id = d.role_id
         where d.tenant_id = a.tenant_id and d.service_account_id = a.id and d.environment_id = a.environment_id), '[]')`.as(
        'dependencies',
      ),
    )
    .where('a.tenant_id', '=', tx.tenantId)
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const names = [id, urn(row.slug, 'service-account', id)]
  return {
    tenantId: tx.tenantId,
    tenantSlug: row.slug,
    id,
    name: row.name,
    environmentId: row.environment_id,
    deactivated: row.deactivated,
    keys: [keyOf(row.key1, row.key1_thumbprint), keyOf(row.key2, row.key2_thumbprint)].flat(),
    ...targetsOf(row.slug, row.dependencies),
    isNamed: (client) => names.includes(client),
    // A little ahead, by the duration of the reading.
    nowSecs: () => row.now_secs + (performance.now() - readAt) / 1000,
  }
}

function keyOf(pem: string | null, thumbprint: string | null): ClientAccount['keys'] {
  return pem === null || thumbprint === null ? [] : [{ thumbprint, key: createPublicKey(pem) }]
}

/**
 * Every account may ask for the portal, since that is where it finds out who it is. An application that happens to be
 * called like the portal is not the portal.
 */
function targetsOf(
  tenantSlug: string,
  dependencies: readonly Dependency[],
): Pick<ClientAccount, 'targets' | 'dependsOn'> {
  const targets = new Map<string, string[]>([[portalAudience(tenantSlug), []]])
  const dependsOn = new Set<string>()
  for (const { app, slug, role } of dependencies) {
    if (slug === portal && app !== portal) continue
    const audience = app === portal ? portalAudience(tenantSlug) : urn(tenantSlug, 'application', slug)
    const roles = targets.get(audience) ?? []
    targets.set(audience, role === null ? roles : [...roles, role])
    dependsOn.add(audience)
  }
  return { targets, dependsOn }
}
