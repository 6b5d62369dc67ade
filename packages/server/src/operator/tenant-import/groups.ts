import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { groupsOfAll, type GroupRef, type TenantFile } from './tenant-file.ts'
import { saveGroup } from '../../people/groups/queries.ts'
import { refreshGroupNames } from '../../providers/identity-providers/group-names.ts'
import { primaryProviderId } from '../../providers/identity-providers/rows.ts'

/** The id of a group that a tenant file names. */
export type GroupIds = (ref: GroupRef) => string

/** Creates the groups a tenant file names, each at its provider; a group named without one belongs to the primary provider. */
export async function importGroups(
  { tx, file, newId }: { tx: TenantTransaction; file: TenantFile; newId: () => string },
  providers: ReadonlyMap<string, string>,
): Promise<GroupIds> {
  const primaryId = await primaryProviderId(tx)
  const ids = new Map<string, string>()
  const providerIdOf = (ref: GroupRef) => (typeof ref === 'string' ? primaryId : providers.get(ref.provider))
  const keyOf = (ref: GroupRef) => `${providerIdOf(ref) ?? ''}\n${claimOf(ref)}`
  const { administering, opening } = namedGroups(file)
  for (const ref of administering) {
    if (providerIdOf(ref) !== primaryId && typeof ref !== 'string') throw new Error(notPrimary(ref))
  }
  for (const ref of [...administering, ...opening]) {
    const providerId = providerIdOf(ref)
    if (providerId === undefined) continue
    const claim = claimOf(ref)
    const name = typeof ref === 'string' ? claim : (ref.name ?? claim)
    ids.set(keyOf(ref), await saveGroup(tx, { id: newId(), providerId, claim, name }))
  }
  for (const providerId of new Set(providers.values())) await refreshGroupNames(tx, providerId)
  return (ref) => {
    const id = ids.get(keyOf(ref))
    if (id !== undefined) return id
    const text = typeof ref === 'string' ? ref : `${ref.provider}/${ref.group}`
    throw new Error(`The group "${text}" belongs to no identity provider of the file.`)
  }
}

function claimOf(ref: GroupRef): string {
  return typeof ref === 'string' ? ref : ref.group
}

function notPrimary({ provider, group }: Exclude<GroupRef, string>): string {
  return (
    `The group "${group}" of "${provider}" cannot hold a role of the portal: only groups of the primary identity provider ` +
    `hold one. Name a group of the primary provider, or make "${provider}" primary.`
  )
}

function namedGroups(file: TenantFile): { administering: GroupRef[]; opening: GroupRef[] } {
  return {
    administering: [
      ...(file.firstAdminGroup === undefined ? [] : [file.firstAdminGroup]),
      ...file.moreAdminGroups,
      ...file.supportGroups,
    ],
    opening: [
      ...file.applications.flatMap((one) => [one, ...one.roles].flatMap(({ groups }) => groupsOfAll(groups))),
      ...file.customRoles.flatMap((role) => Object.values(role.groups).flat()),
    ],
  }
}
