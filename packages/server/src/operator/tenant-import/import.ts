import { isDeepStrictEqual } from 'node:util'

import { portalAppId, readIdleTime, securityAdminRole, supportRole } from '@portico/core/contract'

import { recordAudit, type AuditEntry } from '../../kit/audit-trail/record.ts'
import type { Database } from '../../kit/database/connect.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import { importServiceAccounts } from './service-accounts.ts'
import { inEnvironment, type GroupRef, type TenantFile } from './tenant-file.ts'
import { importGroups, type GroupIds } from './groups.ts'
import { importPeople } from './people.ts'
import { enabledProviders } from '../../providers/identity-providers/rows.ts'
import { importProviders } from './providers.ts'
import { filled, type FileEnvironment } from './placeholders.ts'
import { importSignIn, signInOf } from './sign-in.ts'
import type { SecretSource } from './provider-entries.ts'
import { findTenantBySlug, saveTenant } from '../../tenant/tenants/queries.ts'
import { giveRoleTo, saveRole } from '../../access/app-roles/queries.ts'
import { saveIcon } from '../../applications/applications/icons/rows.ts'
import { openApplicationTo, placeApplication, saveApplication } from '../../applications/applications/queries.ts'
import { saveTenantBranding } from '../../tenant/branding/rows.ts'
import { saveEnvironment } from '../../tenant/environments/queries.ts'
import { saveIdleTime } from '../../tenant/idle-time/queries.ts'
import { saveAccessText, saveLauncherSettings } from '../../applications/launcher/notices.ts'
import { checkUsernames } from '../../people/usernames/check-usernames.ts'
import { addGroupsToRole } from '../../access/portal-roles/queries.ts'
import { saveSupportAccess } from '../../tenant/support-access/queries.ts'
import { listAllFormats, lockFormatsInEffect } from '../../providers/username-formats/save.ts'
import { addGroupsToTenantRole, saveTenantRole } from '../../access/tenant-roles/queries.ts'

type Import = {
  readonly tx: TenantTransaction
  readonly file: TenantFile
  readonly newId: () => string
  readonly secrets: SecretBox
  readonly readSecret: (secret: SecretSource) => string
  readonly audit: (entry: AuditEntry) => Promise<void>
}

export type ImportedTenant = {
  readonly id: string
  readonly slug: string
  readonly created: boolean
  /** By provider name. */
  readonly identityProviderIds: ReadonlyMap<string, string>
  /** By account name. */
  readonly serviceAccountIds: ReadonlyMap<string, string>
}

/** Creates or updates a tenant from its file, all or nothing, in one transaction with its audit row. Idempotent. */
export async function importTenant(
  deps: {
    database: Database
    secrets: SecretBox
    clock: { now(): number }
    operator: string
    readSecret: Import['readSecret']
  },
  file: TenantFile,
): Promise<ImportedTenant> {
  const before = await findTenantBySlug(deps.database, file.tenant.slug)
  const newId = () => uuidv7(deps.clock.now())
  const id = before?.id ?? newId()
  return tenantScope(deps.database, id).transaction(async (tx) => {
    const by = {
      actor: { kind: 'operator', name: deps.operator },
      requestId: newId(),
      nowMs: deps.clock.now(),
    } as const
    const audit = (entry: AuditEntry) => recordAudit(tx, by, entry)
    const work: Import = { tx, file, newId, secrets: deps.secrets, readSecret: deps.readSecret, audit }
    // Before the rows of the tenant and its providers, as everywhere: in the other order two transactions could deadlock.
    await lockFormatsInEffect(tx)
    await saveTenant(tx, file.tenant)
    await importIdleTime(work)
    await saveSupportAccess(tx, file.tenant)
    await importNotices(work, deps.clock.now())
    await saveTenantBranding(tx, file.tenant.branding ?? {})
    const environments = await importEnvironments(work)
    const formatsBefore = await reachOf(tx)
    const identityProviderIds = await importProviders(work)
    if (before !== undefined && !isDeepStrictEqual(formatsBefore, await reachOf(tx)))
      await checkUsernames(tx, deps.clock.now())
    const groups = await importGroups(work, identityProviderIds)
    await importApplications(work, environments, groups)
    await importCustomRoles(work, environments, groups)
    await importPortal(work, environments)
    await importAdminGroups(work, groups)
    await importPeople(work, identityProviderIds)
    const serviceAccountIds = await importServiceAccounts(tx, file, environments, newId)
    await audit({
      action: 'tenant.import',
      target: { kind: 'tenant', id, name: file.tenant.name },
      after: { created: before === undefined },
    })
    return { id, slug: file.tenant.slug, created: before === undefined, identityProviderIds, serviceAccountIds }
  })
}

/** What decides to which provider a username belongs. */
async function reachOf(tx: TenantTransaction) {
  return { enabled: await enabledProviders(tx), formats: await listAllFormats(tx) }
}

async function importIdleTime({ tx, file }: Import): Promise<void> {
  const { idleTime, idleTimeReadonly: readonly } = file.tenant
  await saveIdleTime(tx, { secs: idleTime === undefined ? undefined : readIdleTime(idleTime), readonly })
}

async function importNotices({ tx, file }: Import, nowMs: number): Promise<void> {
  const { announcement: text, announcementUntil: until = null, accessContact } = file.tenant
  const announcement = text === undefined ? undefined : { text, until }
  if (announcement === undefined && accessContact === undefined) return
  await saveLauncherSettings(tx, { announcement, accessContact }, nowMs)
}

async function importEnvironments({ tx, file, newId }: Import): Promise<Map<string, FileEnvironment>> {
  const ids = new Map<string, FileEnvironment>()
  for (const { slug, name, type, readonly } of file.environments) {
    const id = await saveEnvironment(tx, { id: newId(), slug, name, type, readonly })
    ids.set(slug, { id, slug, name, type })
  }
  return ids
}

async function importApplications(
  { tx, file, newId, readSecret, audit }: Import,
  environments: ReadonlyMap<string, FileEnvironment>,
  groups: GroupIds,
): Promise<void> {
  for (const application of file.applications) {
    const appId = await saveApplication(tx, {
      id: newId(),
      slug: application.slug,
      label: application.label,
      singleTenant: application.singleTenant,
    })
    if (application.singleTenant && application.roles.length > 0) {
      throw new Error(
        `The application "${application.slug}" is single-tenant: it has no roles, only groups (spec section 6).`,
      )
    }
    if (application.icon !== undefined) await saveIcon(tx, appId, application.icon)
    checkSlugs(application, environments)
    for (const slug of application.environments ?? environments.keys()) {
      const environment = environments.get(slug)
      if (environment === undefined)
        throw new Error(
          `The application "${application.slug}" names the environment "${slug}", which the file does not have.`,
        )
      const launchUrl = inEnvironment<string>(application.launchUrl, slug)
      await placeApplication(tx, environment.id, appId, launchUrl === undefined ? null : filled(launchUrl, environment))
      const signIn = signInOf(application.signIn, environment)
      const place = { environment, application: { id: appId, label: application.label } }
      if (signIn !== undefined) await importSignIn({ tx, audit, newId, readSecret }, place, signIn)
      const accessText = inEnvironment<string>(application.accessText, slug)
      if (accessText !== undefined) await saveAccessText(tx, environment.id, appId, accessText)
      for (const role of application.roles) {
        if (role.environments?.includes(slug) === false) continue
        const roleId = await saveRole(tx, newId(), environment.id, appId, role)
        for (const group of inEnvironment<readonly GroupRef[]>(role.groups, slug) ?? [])
          await giveRoleTo(tx, roleId, groups(group))
      }
      for (const group of inEnvironment<readonly GroupRef[]>(application.groups, slug) ?? [])
        await openApplicationTo(tx, environment.id, appId, groups(group))
    }
  }
}

/** A mistyped slug would silently give a role to no group. */
function checkSlugs(
  { slug, launchUrl, accessText, signIn, roles, ...application }: TenantFile['applications'][number],
  environments: ReadonlyMap<string, unknown>,
): void {
  const own = new Set(application.environments ?? environments.keys())
  const values = [launchUrl, accessText, application.groups, ...roles.map(({ groups }) => groups)]
  const named = values.flatMap((value) =>
    typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [],
  )
  const inRoles = roles.flatMap((role) => role.environments ?? [])
  const wrong = [...named, ...inRoles, ...Object.keys(signIn?.environments ?? {})].find((one) => !own.has(one))
  if (wrong !== undefined)
    throw new Error(`The application "${slug}" names the environment "${wrong}", which it does not have.`)
}

async function importCustomRoles(
  { tx, file, newId }: Import,
  environments: ReadonlyMap<string, { id: string }>,
  groups: GroupIds,
): Promise<void> {
  for (const role of file.customRoles) {
    const roleId = await saveTenantRole(tx, { id: newId(), label: role.label })
    for (const [slug, refs] of Object.entries(role.groups)) {
      const environment = environments.get(slug)
      if (environment === undefined)
        throw new Error(
          `The custom role "${role.label}" names the environment "${slug}", which the file does not have.`,
        )
      await addGroupsToTenantRole(tx, environment.id, roleId, refs.map(groups))
    }
  }
}

/** The portal is an application like any other; its role `security-admin` administers the tenant. */
async function importPortal({ tx, newId }: Import, environments: ReadonlyMap<string, { id: string }>): Promise<void> {
  await saveApplication(tx, { id: portalAppId, slug: portalAppId, label: 'Portal', singleTenant: false })
  for (const { id } of environments.values()) {
    await placeApplication(tx, id, portalAppId, null)
    await saveRole(tx, newId(), id, portalAppId, { name: 'security-admin', label: 'Security Admin', visible: true })
  }
}

async function importAdminGroups({ tx, file }: Import, groups: GroupIds): Promise<void> {
  const refs = file.firstAdminGroup === undefined ? [] : [file.firstAdminGroup]
  await addGroupsToRole(tx, securityAdminRole, [...refs, ...file.moreAdminGroups].map(groups))
  if (file.supportGroups.length > 0 && !file.tenant.vendor)
    throw new Error('supportGroups: only the tenant of the vendor ("vendor": true) has the Support role.')
  await addGroupsToRole(tx, supportRole, file.supportGroups.map(groups))
}
