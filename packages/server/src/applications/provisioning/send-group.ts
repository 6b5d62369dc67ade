import {
  changeResource,
  createResource,
  groupSchema,
  notFound,
  pathOf,
  replaceResource,
  type PatchOperation,
} from './resources.ts'
import type { ScimService } from './scim-service.ts'
import type { Present } from './send-person.ts'

/** Members in one operation, and operations in one request. */
const membersMax = 500
const removalsMax = 100

/** A member by our id, and by that of the application. */
export type Member = { readonly userId: string; readonly remoteId: string }

/** What an application should have of a group. */
export type WantedGroup = {
  readonly id: string
  readonly name: string
  readonly members: readonly Member[]
  /** Compared with what the application received before. */
  readonly added: readonly Member[]
  readonly removed: readonly Member[]
  /** What it received before is not known: `added` and `removed` have no meaning. */
  readonly membersUnknown: boolean
}

/** What the application has accepted so far, recorded while a large group is sent. */
export type NoteMembers = (change: {
  readonly added?: readonly Member[]
  readonly removed?: readonly Member[]
  /** All members that it has now; the ones noted before are forgotten. */
  readonly all?: readonly Member[]
}) => Promise<void>

/** Creates the group, or changes its name and members, and returns its id in the application. */
export async function sendGroup(
  service: ScimService,
  group: WantedGroup,
  { remoteId, tried, takeOver, note }: Present & { readonly note: NoteMembers },
): Promise<string> {
  const { id: externalId, name: displayName } = group
  const wanted = { schemas: [groupSchema], externalId, displayName }
  const operations = [{ op: 'replace', path: 'displayName', value: displayName }] as const
  const isNamed =
    remoteId !== null &&
    (!service.patches || (await changeResource(service, { kind: 'Groups', id: remoteId, operations })))
  const sendTo = group.membersUnknown ? replaceAll : sendMembers
  if (isNamed && (await sendTo(service, remoteId, group, note))) return remoteId
  const isTried = tried || remoteId !== null
  const { id, found } = await createResource(service, { kind: 'Groups', wanted, tried: isTried, takeOver })
  // The members of an existing group with that name are unknown, so all are sent at once.
  if (found) {
    if (!(await replaceAll(service, id, group, note))) throw notFound()
    return id
  }
  await note({ all: [] })
  const isThere = await sendMembers(service, id, { ...group, added: group.members, removed: [] }, note)
  if (!isThere) throw notFound()
  return id
}

/** False: the application no longer has the group. */
async function sendMembers(service: ScimService, id: string, group: WantedGroup, note: NoteMembers): Promise<boolean> {
  if (!service.patches) return replaceAll(service, id, group, note)
  for (const part of partsOf(group)) {
    const { status } = await service.call(
      'PATCH',
      pathOf('Groups', id),
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: part.operations },
      [400, 404, 405, 501],
    )
    if (status === 404) return false
    if (status === 405 || status === 501) service.patches = false
    // A member may no longer exist there: send all of them.
    if (status >= 400) return replaceAll(service, id, group, note)
    await note(part.change)
  }
  return true
}

async function replaceAll(
  service: ScimService,
  id: string,
  { id: externalId, name: displayName, members }: WantedGroup,
  note: NoteMembers,
): Promise<boolean> {
  const values = members.map(({ remoteId: value }) => ({ value }))
  const body = { schemas: [groupSchema], id, externalId, displayName, members: values }
  if (!(await replaceResource(service, { kind: 'Groups', id, body }))) return false
  await note({ all: members })
  return true
}

type Part = {
  readonly operations: readonly PatchOperation[]
  readonly change: { readonly added?: readonly Member[]; readonly removed?: readonly Member[] }
}

function partsOf({ added, removed }: WantedGroup): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < added.length; at += membersMax) {
    const some = added.slice(at, at + membersMax)
    const value = some.map(({ remoteId }) => ({ value: remoteId }))
    parts.push({ operations: [{ op: 'add', path: 'members', value }], change: { added: some } })
  }
  for (let at = 0; at < removed.length; at += removalsMax) {
    const some = removed.slice(at, at + removalsMax)
    const operations = some.map(
      ({ remoteId }) => ({ op: 'remove', path: `members[value eq ${JSON.stringify(remoteId)}]` }) as const,
    )
    parts.push({ operations, change: { removed: some } })
  }
  return parts
}
