import type { ProvisioningConfig } from '@portico/core/contract'

import {
  changeResource,
  createResource,
  deleteResource,
  notFound,
  userSchema,
  type TakeOver,
  type PatchOperation,
  type Resource,
} from './resources.ts'
import type { ScimService } from './scim-service.ts'

/** What an application should have of a person. */
export type WantedPerson = {
  /** Our id, which is `sub` in ID tokens too. */
  readonly id: string
  readonly username: string
  readonly name: string
  readonly email: string | null
  /** What the person's directory says; sign-ins keep only the whole name. */
  readonly nameParts: { readonly givenName?: string; readonly familyName?: string; readonly formatted?: string }
  readonly roles: readonly { readonly value: string; readonly display: string }[]
}

/** What is known of a person in the application. `tried`: an earlier attempt may have created them. */
export type Present = { readonly remoteId: string | null; readonly tried: boolean; readonly takeOver: TakeOver }

/** Creates the person, or changes what we know about them, and returns their id in the application. */
export async function sendPerson(
  service: ScimService,
  person: WantedPerson,
  { remoteId, tried, takeOver }: Present,
): Promise<string> {
  const wanted = resourceOf(person)
  const operations = operationsOf(wanted)
  if (remoteId !== null && (await changeResource(service, { kind: 'Users', id: remoteId, operations }))) return remoteId
  const isTried = tried || remoteId !== null
  const { id, found } = await createResource(service, { kind: 'Users', wanted, tried: isTried, takeOver })
  if (found && !(await changeResource(service, { kind: 'Users', id, operations }))) throw notFound()
  return id
}

/** Deactivates or deletes a person in the application. False: it does not have the person. */
export function removePerson(
  service: ScimService,
  id: string,
  removal: ProvisioningConfig['removal'],
): Promise<boolean> {
  if (removal === 'delete') return deleteResource(service, 'Users', id)
  const operations = [
    { op: 'replace', path: 'active', value: false },
    { op: 'remove', path: 'roles' },
  ] as const
  return changeResource(service, { kind: 'Users', id, operations })
}

function resourceOf({ id, username, name, email, nameParts, roles }: WantedPerson): Resource {
  return {
    schemas: [userSchema],
    externalId: id,
    userName: username,
    displayName: name,
    name: { formatted: name, ...nameParts },
    active: true,
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    ...(roles.length > 0 && { roles }),
  }
}

/** All attributes of a person that we manage; the application's other attributes are left out. */
function operationsOf(wanted: Resource): PatchOperation[] {
  const { externalId, userName, displayName, active, emails, roles } = wanted
  const whole = { externalId, userName, displayName, active, emails, roles }
  const operations = Object.entries(whole).map(([path, value]): PatchOperation =>
    value === undefined ? { op: 'remove', path } : { op: 'replace', path, value },
  )
  return [...operations, { op: 'replace', path: 'name', value: wanted['name'] }]
}
