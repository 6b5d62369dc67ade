import {
  idleTimeText,
  portalAppId,
  securityAdminRole,
  supportRole,
  type ClientConfig,
  type IdentityProviderInput,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import { listClients } from '../../applications/clients/queries.ts'
import { dependenciesOf, listAccounts } from '../../machines/service-accounts/queries.ts'
import { openSecrets } from '../../providers/identity-providers/queries.ts'
import { listProviderRows, type ProviderRow } from '../../providers/identity-providers/rows.ts'
import { listAllFormats, noFormats } from '../../providers/username-formats/save.ts'
import type { GroupRef, TenantFileInput } from '../tenant-import/tenant-file.ts'

/** A tenant file, except that an image is a path in `images`. */
export type WrittenTenant = {
  readonly file: Omit<TenantFileInput, 'applications' | 'tenant'> & Fields
  /** The content of the images that the file names, by path. */
  readonly images: ReadonlyMap<string, Buffer>
  /** What the tenant has and the file does not, one sentence each. */
  readonly missing: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>
type Environment = { readonly id: string; readonly slug: string }

/** The tenant as `tenant import` reads it. Secrets are references to environment variables, never values. */
export async function readTenantFile(tx: TenantTransaction, box: SecretBox): Promise<WrittenTenant> {
  const settings = await readSettings(tx)
  const images = imagesOf(settings.slug)
  const environments = await readEnvironments(tx)
  const providers = (await listProviderRows(tx)).filter((one) => one.kept_at !== null)
  const groupRef = groupRefs(providers)
  const administrators = await portalRoleGroups(tx, securityAdminRole, groupRef)
  const supporters = await portalRoleGroups(tx, supportRole, groupRef)
  const file = {
    tenant: { ...settings, ...given({ branding: await readBranding(tx, images) }) },
    environments: environments.map(({ id: _, ...one }) => one),
    ...filledLists({
      applications: await readApplications(tx, { environments, groupRef, images }),
      customRoles: await readCustomRoles(tx, environments, groupRef),
      identityProviders: await readProviders(tx, providers, { box, tenant: settings.slug }),
      moreAdminGroups: administrators,
      supportGroups: supporters,
      serviceAccounts: await readAccounts(tx, environments),
    }),
  }
  return { file, images: images.content, missing: await readMissing(tx, providers) }
}

/** Without the lists that are empty. */
function filledLists(lists: Readonly<Record<string, readonly unknown[]>>): Fields {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

/** Without what is null or not there. */
function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}

async function readSettings(tx: TenantTransaction): Promise<Fields & { readonly slug: string }> {
  const row = await tx.db
    .selectFrom('tenants')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  const fields = given({
    name: row.name,
    vendor: row.vendor,
    allowProsAccess: row.allow_pros_access,
    allowProsChange: row.allow_pros_change,
    customRolesReadonly: row.custom_roles_readonly,
    idleTime: idleTimeText(row.idle_secs),
    idleTimeReadonly: row.idle_readonly,
    announcement: row.announcement,
    announcementUntil: row.announcement === null ? null : row.announcement_until?.toISOString(),
    accessContact: row.access_contact,
  })
  return { slug: row.slug, ...fields }
}

async function readBranding(tx: TenantTransaction, images: Images): Promise<Fields | undefined> {
  const row = await tx.db
    .selectFrom('tenant_branding')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { logo, logo_type: type } = row
  const branding = given({
    name: row.name,
    primaryColor: row.primary_color,
    accentColor: row.accent_color,
    privacyPolicyUrl: row.privacy_policy_url,
    logo: logo === null || type === null ? null : images.add('logo', type, logo),
  })
  return Object.keys(branding).length === 0 ? undefined : branding
}

type Images = ReturnType<typeof imagesOf>

/** Images beside the file. Their names begin with the tenant, so that the files of several tenants can be in one folder. */
function imagesOf(tenant: string) {
  const content = new Map<string, Buffer>()
  return {
    content,
    add(name: string, type: 'image/png' | 'image/jpeg' | 'image/webp', bytes: Buffer) {
      const file = `${tenant}-${name}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`
      content.set(file, bytes)
      return { file }
    },
  }
}

async function readEnvironments(tx: TenantTransaction) {
  const rows = await tx.db
    .selectFrom('environments')
    .select(['id', 'slug', 'name', 'type', 'readonly'])
    .where('tenant_id', '=', tx.tenantId)
    .orderBy('slug')
    .execute()
  return rows
}

type GroupRow = { readonly provider: string; readonly claim: string; readonly name: string }
type RefOf = (group: GroupRow) => GroupRef

/** A group of the primary provider by its claim; others, and those with a readable name, with their provider. */
function groupRefs(providers: readonly ProviderRow[]): RefOf {
  const names = new Map(providers.map((one) => [one.id, one.name]))
  const primary = providers.find((one) => one.is_primary)?.id
  return ({ provider, claim, name }) =>
    provider === primary && name === claim
      ? claim
      : { provider: names.get(provider) ?? '', group: claim, ...(name === claim ? {} : { name }) }
}

/** Groups of a table of mappings, with the columns that name the mapping. */
function mappedGroups<const Column extends string>(
  tx: TenantTransaction,
  table: 'app_role_groups' | 'application_access_groups' | 'tenant_role_groups' | 'portal_role_groups',
  columns: readonly Column[],
) {
  return sql<GroupRow & Readonly<Record<Column, string>>>`
    select ${sql.join(columns.map((one) => sql.ref(`m.${one}`)))}, g.identity_provider_id as provider, g.claim, g.name
      from ${sql.table(table)} m
      join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
      join identity_providers p on p.tenant_id = g.tenant_id and p.id = g.identity_provider_id
     where m.tenant_id = ${tx.tenantId} and p.kept_at is not null
     order by p.is_primary desc, lower(p.name) collate "C", p.id, g.claim collate "C"`
    .execute(tx.db)
    .then(({ rows }) => rows)
}

async function portalRoleGroups(tx: TenantTransaction, role: string, refOf: RefOf): Promise<GroupRef[]> {
  const rows = await mappedGroups(tx, 'portal_role_groups', ['role'])
  return rows.filter((row) => row.role === role).map(refOf)
}

type Reading = {
  readonly environments: readonly Environment[]
  readonly groupRef: RefOf
  readonly images: Images
}

async function readApplications(tx: TenantTransaction, reading: Reading): Promise<Fields[]> {
  const { environments, groupRef, images } = reading
  const slugOf = new Map(environments.map(({ id, slug }) => [id, slug]))
  const applications = await tx.db
    .selectFrom('applications as a')
    .leftJoin('application_icons as i', (join) =>
      join.onRef('i.tenant_id', '=', 'a.tenant_id').onRef('i.application_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.slug', 'a.label', 'a.single_tenant', 'i.type', 'i.bytes'])
    .where('a.tenant_id', '=', tx.tenantId)
    .where('a.id', '<>', portalAppId)
    .orderBy('a.slug')
    .execute()
  const places = await tx.db
    .selectFrom('environment_applications')
    .select(['environment_id', 'application_id', 'launch_url', 'access_text'])
    .where('tenant_id', '=', tx.tenantId)
    .execute()
  const roles = await readRoles(tx, groupRef)
  const openedBy = await mappedGroups(tx, 'application_access_groups', ['environment_id', 'application_id'])
  const clients = (await Promise.all(environments.map(({ id }) => listClients(tx, id)))).flat()
  return applications.map(({ id, slug, label, single_tenant: singleTenant, type, bytes }) => {
    const here = places.filter((one) => one.application_id === id)
    const slugs = environments.flatMap((one) =>
      here.some((place) => place.environment_id === one.id) ? [one.slug] : [],
    )
    const placeOf = (environment: string) => here.find((one) => slugOf.get(one.environment_id) === environment)
    const opening = (environment: string) =>
      openedBy
        .filter((row) => row.application_id === id && slugOf.get(row.environment_id) === environment)
        .map(groupRef)
    const configs = new Map(
      clients.flatMap((one) =>
        one.application.id === id ? [[slugOf.get(one.environmentId) ?? '', one.config] as const] : [],
      ),
    )
    return given({
      slug,
      label,
      singleTenant: singleTenant || undefined,
      environments: slugs.length === environments.length ? undefined : slugs,
      launchUrl: byEnvironment(slugs, (one) => placeOf(one)?.launch_url ?? undefined),
      accessText: byEnvironment(slugs, (one) => placeOf(one)?.access_text ?? undefined),
      icon: type === null || bytes === null ? undefined : images.add(`app-${slug}`, type, bytes),
      signIn: signInOf(slugs, configs),
      roles: rolesOf(
        roles.filter((one) => one.applicationId === id),
        slugs,
        slugOf,
      ),
      groups: byEnvironment(slugs, (one) => filledList(opening(one))),
    })
  })
}

const filledList = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list)

/** One value where all environments have the same, else one for each that has one. */
function byEnvironment<T>(slugs: readonly string[], valueOf: (slug: string) => T | undefined): unknown {
  const [first] = slugs
  if (first === undefined) return undefined
  const value = valueOf(first)
  if (slugs.every((slug) => isDeepStrictEqual(valueOf(slug), value))) return value
  return given(Object.fromEntries(slugs.map((slug) => [slug, valueOf(slug)])))
}

type RoleRow = {
  readonly environmentId: string
  readonly applicationId: string
  readonly name: string
  readonly label: string
  readonly visible: boolean
  readonly groups: readonly GroupRef[]
}

async function readRoles(tx: TenantTransaction, refOf: RefOf): Promise<RoleRow[]> {
  const rows = await tx.db
    .selectFrom('app_roles')
    .select(['id', 'environment_id', 'application_id', 'name', 'label', 'visible'])
    .where('tenant_id', '=', tx.tenantId)
    .orderBy('name')
    .execute()
  const held = new Map<string, GroupRef[]>()
  for (const row of await mappedGroups(tx, 'app_role_groups', ['role_id']))
    held.set(row.role_id, [...(held.get(row.role_id) ?? []), refOf(row)])
  return rows.map((row) => ({
    environmentId: row.environment_id,
    applicationId: row.application_id,
    name: row.name,
    label: row.label,
    visible: row.visible,
    groups: held.get(row.id) ?? [],
  }))
}

/** Roles by name; one that has another label or visibility in another environment is written once for each. */
function rolesOf(rows: readonly RoleRow[], slugs: readonly string[], slugOf: ReadonlyMap<string, string>) {
  const alike = new Map<string, RoleRow[]>()
  for (const row of rows) {
    const key = JSON.stringify([row.name, row.label, row.visible])
    alike.set(key, [...(alike.get(key) ?? []), row])
  }
  const entries = [...alike.values()].map((same) => {
    const inSlug = new Map(same.map((row) => [slugOf.get(row.environmentId) ?? '', row]))
    const own = slugs.filter((slug) => inSlug.has(slug))
    const [{ name, label, visible }] = same as [RoleRow]
    return given({
      name,
      label,
      visible: visible ? undefined : false,
      environments: own.length === slugs.length ? undefined : own,
      groups: byEnvironment(own, (slug) => filledList(inSlug.get(slug)?.groups ?? [])),
    })
  })
  return filledList(entries)
}

/** The client of all environments, or of each that has one. The secrets are stored as hashes. */
function signInOf(slugs: readonly string[], configs: ReadonlyMap<string, ClientConfig>): Fields | undefined {
  const entries = new Map([...configs].map(([slug, config]) => [slug, clientEntry(config)]))
  const [first] = entries.values()
  if (first === undefined) return undefined
  if (slugs.every((slug) => isDeepStrictEqual(entries.get(slug), first))) return first
  return { environments: Object.fromEntries(entries) }
}

function clientEntry({ protocol, ...fields }: ClientConfig): Fields {
  return { [protocol]: given(fields) }
}

async function readCustomRoles(tx: TenantTransaction, environments: readonly Environment[], refOf: RefOf) {
  const roles = await tx.db
    .selectFrom('tenant_roles')
    .select(['id', 'label'])
    .where('tenant_id', '=', tx.tenantId)
    .orderBy('sort_key')
    .orderBy('id')
    .execute()
  const rows = await mappedGroups(tx, 'tenant_role_groups', ['role_id', 'environment_id'])
  return roles.map(({ id, label }) => {
    const groups = environments.flatMap((one) => {
      const here = rows.filter((row) => row.role_id === id && row.environment_id === one.id)
      return here.length === 0 ? [] : [[one.slug, here.map(refOf)] as const]
    })
    return { label, ...(groups.length === 0 ? {} : { groups: Object.fromEntries(groups) }) }
  })
}

async function readProviders(
  tx: TenantTransaction,
  rows: readonly ProviderRow[],
  { box, tenant }: { readonly box: SecretBox; readonly tenant: string },
) {
  const formats = await listAllFormats(tx)
  const variableOf = variables(tenant)
  return rows.map((row) => {
    const { suffixes, prefixes, emailDomains } = formats.get(row.id) ?? noFormats()
    const secrets = Object.keys(openSecrets(row, box)).map((name) => [name, { env: variableOf(row.name, name) }])
    return given({
      name: row.name,
      type: row.type,
      primary: row.is_primary || undefined,
      enabled: row.enabled ? undefined : false,
      emailSuffixes: filledList(suffixes),
      windowsDomains: filledList(prefixes),
      emailDomains: filledList(emailDomains),
      ...Object.fromEntries(secrets),
      config: given(row.config as IdentityProviderInput['config']),
    }) as NonNullable<TenantFileInput['identityProviders']>[number]
  })
}

/**
 * A variable for each secret: `TENANT_NORTHWIND_DIRECTORY_CLIENT_SECRET`. An administrator of the tenant chooses the name of a provider: with the
 * prefix it cannot be that of a variable which the operator has for something else, and no two secrets share one.
 */
function variables(tenant: string): (provider: string, secret: string) => string {
  const used = new Set<string>()
  return (provider, secret) => {
    const words = `tenant ${tenant} ${provider} ${secret.replaceAll(/[A-Z]/g, ' $&')}`.normalize('NFKD').toUpperCase()
    const name = words.replaceAll(/[^A-Z0-9]+/g, '_')
    let free = name
    for (let number = 2; used.has(free); number += 1) free = `${name}_${number}`
    used.add(free)
    return free
  }
}

async function readAccounts(tx: TenantTransaction, environments: readonly Environment[]) {
  const accounts = []
  for (const { id, slug } of environments) {
    const here = await listAccounts(tx, id)
    const uses = await dependenciesOf(
      tx,
      here.map((one) => one.id),
    )
    for (const { id: accountId, name, key1, key2 } of here) {
      const applications = (uses.get(accountId) ?? []).map(({ urn, name: role }) => {
        const application = urn.slice(urn.lastIndexOf(':') + 1)
        return role === '' ? application : `${application}:${role}`
      })
      accounts.push(given({ environment: slug, name, key1, key2, applications: filledList(applications) }))
    }
  }
  return accounts as NonNullable<TenantFileInput['serviceAccounts']>
}

/** Rows of a table, by what they are called in a sentence. */
const elsewhere = [
  ['webhooks', 'webhooks'],
  ['provisioning_connections', 'provisioning connections'],
  ['scim_tokens', 'SCIM tokens'],
  ['identity_provider_drafts', 'drafts of identity providers'],
] as const

async function readMissing(tx: TenantTransaction, providers: readonly ProviderRow[]): Promise<string[]> {
  const counts = await Promise.all(
    elsewhere.map(async ([table, name]) => {
      const { count } = await tx.db
        .selectFrom(table)
        .select(sql<number>`count(*)::int`.as('count'))
        .where('tenant_id', '=', tx.tenantId)
        .executeTakeFirstOrThrow()
      return [name, count] as const
    }),
  )
  const { deactivated, people } = await tx.db
    .selectFrom('tenants')
    .select('deactivated')
    .select(
      sql<number>`(select count(*)::int from users u where u.tenant_id = tenants.tenant_id and not u.active)`.as(
        'people',
      ),
    )
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  const fromScim = providers.filter((one) => one.group_source === 'scim').length
  return [
    ...[...counts, ['identity providers whose groups come from SCIM', fromScim], ['deactivated people', people]]
      .filter(([, count]) => Number(count) > 0)
      .map(([name, count]) => `${name}: ${count}`),
    ...(deactivated ? ['that the tenant is deactivated'] : []),
  ]
}
