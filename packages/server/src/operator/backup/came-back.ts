import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type pg from 'pg'

/** Something that works again after a restore and may have been revoked since the backup, with the command that revokes it. */
export type CameBack = {
  readonly kind: (typeof kinds)[number]['kind']
  readonly what: string
  readonly command: string
}

export type CameBackHere = {
  readonly tenantId: string
  readonly slug: string
  readonly name: string
  readonly items: readonly CameBack[]
}

/** Reads them from a restored database, tenant by tenant, on a connection that may read all rows. */
export async function listCameBack(client: pg.Client, dataDir: string): Promise<CameBackHere[]> {
  const { rows: tenants } = await client.query<{ id: string; slug: string; name: string }>(
    'select tenant_id as id, slug, name from public.tenants order by slug',
  )
  const listed: CameBackHere[] = []
  for (const { id, slug, name } of tenants) {
    const items: CameBack[] = []
    for (const { kind, query, item } of kinds) {
      const { rows } = await client.query<Row>(query, [id])
      items.push(...rows.map((row) => ({ kind, ...item(row, { slug, dataDir }) })))
    }
    listed.push({ tenantId: id, slug, name: shown(name), items })
  }
  return listed
}

type Row = Readonly<Record<string, string>>
type Place = { readonly slug: string; readonly dataDir: string }

/** Ids, because names may contain what a shell or a terminal interprets. */
const kinds = [
  {
    kind: 'SCIM tokens',
    query: `select t.id, t.name, t.beginning, p.id as provider_id, p.name as provider from public.scim_tokens t
              join public.identity_providers p on p.tenant_id = t.tenant_id and p.id = t.identity_provider_id
             where t.tenant_id = $1 and t.active and t.expires_at > now() order by p.name, t.issued_at`,
    item: (row: Row) => ({
      what: `SCIM token ${of(row, 'name')} (${of(row, 'beginning')}…) of ${of(row, 'provider')}`,
      command: `portico scim-token delete ${row['id']} --idp ${row['provider_id']} --confirm ${row['id']}`,
    }),
  },
  {
    kind: 'API tokens',
    query: `select t.id, t.name, u.username from public.api_tokens t
              join public.users u on u.tenant_id = t.tenant_id and u.id = t.user_id
             where t.tenant_id = $1 and t.revoked_at is null and t.expires_at > now() order by u.username, t.name, t.id`,
    item: (row: Row) => ({
      what: `API token ${of(row, 'name')} of ${of(row, 'username')}`,
      command: `portico api-token revoke ${row['id']} --all --confirm ${row['id']}`,
    }),
  },
  {
    kind: 'keys of service accounts',
    query: `select a.id, a.name, e.id as environment_id, e.name as environment, k.slot,
                   case when a.key1 is null or a.key2 is null then 'one' else 'both' end as held from public.service_accounts a
              join public.environments e on e.tenant_id = a.tenant_id and e.id = a.environment_id
             cross join lateral (values ('1', a.key1), ('2', a.key2)) k (slot, pem)
             where a.tenant_id = $1 and k.pem is not null order by e.name, a.name, a.id, k.slot`,
    item: (row: Row) => ({
      what: `key ${row['slot']} of ${of(row, 'name')} in ${of(row, 'environment')}`,
      // An account cannot be without a key.
      command:
        row['held'] === 'one'
          ? `portico service-account delete ${row['id']} --env ${row['environment_id']} --confirm ${row['id']}`
          : `portico service-account update ${row['id']} --env ${row['environment_id']} --key${row['slot']} ''`,
    }),
  },
  {
    kind: 'secrets of applications',
    query: `select a.slug, a.label, e.slug as environment from public.application_clients c
              join public.applications a on a.tenant_id = c.tenant_id and a.id = c.application_id
              join public.environments e on e.tenant_id = c.tenant_id and e.id = c.environment_id
             where c.tenant_id = $1 and c.secret_hash is not null order by a.slug, e.slug`,
    item: (row: Row, { slug, dataDir }: Place) => ({
      what: `secret of ${of(row, 'label')} in ${row['environment']}`,
      command: `portico-server app secret ${slug} ${row['slug']} --env ${row['environment']} --now --data ${quoted(dataDir)}`,
    }),
  },
  {
    kind: 'recovery codes',
    query: `select created_at::text as at from public.recovery_sets where tenant_id = $1 and expires_at > now()`,
    item: (row: Row, { slug, dataDir }: Place) => ({
      what: `recovery codes of ${row['at']}`,
      command: `portico-server recovery-codes create ${slug} --replace --data ${quoted(dataDir)}`,
    }),
  },
  {
    kind: 'support access',
    query: `select 'allowed' as access from public.tenants where tenant_id = $1 and allow_pros_access`,
    item: () => ({ what: 'support people may enter the tenant', command: 'portico support-access deny --yes' }),
  },
  {
    kind: 'people',
    query: `select id, username from public.users where tenant_id = $1 and active order by username, id`,
    item: (row: Row) => ({ what: of(row, 'username'), command: `portico person deactivate ${row['id']} --yes` }),
  },
] as const

/** Without control characters and other invisible ones. */
function shown(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}

const of = (row: Row, column: string): string => shown(row[column] ?? '')

/** As one word of a shell. */
export function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

export const cameBackFile = (dataDir: string): string => join(dataDir, 'restored.txt')

/** The whole list, for the operator only: it names people. */
export function writeCameBack(dataDir: string, listed: readonly CameBackHere[]): void {
  const file = cameBackFile(dataDir)
  rmSync(file, { force: true })
  writeFileSync(
    file,
    cameBackLines(listed, Infinity)
      .map((line) => `${line}\n`)
      .join(''),
    { flag: 'wx', mode: 0o600 },
  )
}

/** At most `most` of each kind and tenant. */
export function cameBackLines(listed: readonly CameBackHere[], most: number): string[] {
  return listed.flatMap(({ slug, name, items }) => [
    `Tenant ${slug} (${name}). As its administrator, or for portico-server on the host:`,
    ...kinds.flatMap(({ kind }) => {
      const these = items.filter((item) => item.kind === kind)
      if (these.length === 0) return []
      const more = these.length - most
      return [
        `  ${kind}: ${these.length}`,
        ...these.slice(0, most).flatMap(({ what, command }) => [`    ${what}`, `      ${command}`]),
        ...(more > 0 ? [`    and ${more} more`] : []),
      ]
    }),
  ])
}
