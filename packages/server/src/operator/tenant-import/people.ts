import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { saveGroup } from '../../people/groups/queries.ts'
import { refreshGroupNames } from '../../providers/identity-providers/group-names.ts'
import { findProviderRow, primaryProviderId } from '../../providers/identity-providers/rows.ts'
import { saveImportedPerson, setImportedGroups } from '../../people/people/imported-people.ts'
import { belongsTo } from '../../providers/username-formats/queries.ts'
import type { TenantFile } from './tenant-file.ts'

/**
 * People who are known before they sign in. Those who have signed in stay as the provider described them; an imported person
 * becomes what the file says.
 */
export async function importPeople(
  { tx, file, newId }: { tx: TenantTransaction; file: TenantFile; newId: () => string },
  providers: ReadonlyMap<string, string>,
): Promise<void> {
  const primaryId = await primaryProviderId(tx)
  const touched = new Set<string>()
  for (const person of file.people) {
    const providerId = person.provider === undefined ? primaryId : providers.get(person.provider)
    if (providerId === undefined)
      throw new Error(`The person "${person.username}" belongs to no identity provider of the file.`)
    if (!(await belongsTo(tx, person.username, providerId)))
      throw new Error(
        `The username "${person.username}" does not belong to ${await nameOfProvider(tx, providerId)}: no username format of it fits, or one of another provider does.`,
      )
    const userId = await saveImportedPerson(tx, { ...person, id: newId(), providerId })
    if (userId === undefined) continue
    touched.add(providerId)
    const groupIds = new Set<string>()
    for (const group of person.groups) {
      const { claim, name } = typeof group === 'string' ? { claim: group, name: group } : nameOf(group)
      groupIds.add(await saveGroup(tx, { id: newId(), providerId, claim, name }))
    }
    await setImportedGroups(tx, userId, [...groupIds])
  }
  for (const providerId of touched) await refreshGroupNames(tx, providerId)
}

async function nameOfProvider(tx: TenantTransaction, id: string): Promise<string> {
  return (await findProviderRow(tx, id))?.name ?? 'its identity provider'
}

const nameOf = ({ group, name = group }: { readonly group: string; readonly name?: string | undefined }) => ({
  claim: group,
  name,
})
