import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { GroupRef, TenantFile } from './import-file.ts'

/** The id of a group that a tenant file names. */
export type GroupIds = (ref: GroupRef) => string

/** Makes the groups a tenant file names, at the provider each belongs to. */
export async function importGroups(
  { tx, file, newId }: { tx: TenantTransaction; file: TenantFile; newId: () => string },
  providers: ReadonlyMap<string, string>,
): Promise<GroupIds> {
  const first = file.identityProviders.find((one) => one.primary) ?? file.identityProviders[0]
  const ids = new Map<string, string>()
  const keyOf = (ref: GroupRef) => {
    const { provider, group } = typeof ref === 'string' ? { provider: first?.name, group: ref } : ref
    return `${provider ?? ''}\n${group}`
  }
  for (const ref of namedGroups(file)) {
    const providerName = typeof ref === 'string' ? first?.name : ref.provider
    const providerId = providerName === undefined ? undefined : providers.get(providerName)
    if (providerId === undefined) continue
    const claim = typeof ref === 'string' ? ref : ref.group
    const name = typeof ref === 'string' ? claim : (ref.name ?? claim)
    const row = await tx.db
      .insertInto('groups')
      .values({ tenant_id: tx.tenantId, id: newId(), identity_provider_id: providerId, claim, name })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'identity_provider_id', 'claim']).doUpdateSet({ claim }))
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(keyOf(ref), row.id)
  }
  return (ref) => {
    const id = ids.get(keyOf(ref))
    if (id !== undefined) return id
    const text = typeof ref === 'string' ? ref : `${ref.provider}/${ref.group}`
    throw new Error(`The group "${text}" belongs to no identity provider of the file.`)
  }
}

function namedGroups(file: TenantFile): GroupRef[] {
  return [
    ...(file.firstAdminGroup === undefined ? [] : [file.firstAdminGroup]),
    ...file.moreAdminGroups,
    ...file.applications.flatMap((one) => [...one.groups, ...one.roles.flatMap((role) => role.groups)]),
  ]
}
