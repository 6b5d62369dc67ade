import {
  findGroups,
  mappingList,
  mappingName,
  matchByIdOrName,
  type MappedGroup,
  type Mapping,
  type MappingFilter,
} from '@portico/core'

import { applicationsOf, pickApplication } from '../../applications/applications/find.ts'
import type { CommandContext, Server } from '../../kit/context/context.ts'
import { readRows } from '../../kit/context/read-rows.ts'
import { currentEnvironment } from '../../tenant/environments/find.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'
import { fail } from '../../kit/errors/failure.ts'
import { groupReader } from '../../providers/identity-providers/group-reader.ts'
import { pickProvider, providersOf } from '../../providers/identity-providers/find.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** What the flags of a command name: a role of an application, a custom role, or an application without roles. */
export type MappingFlags = { readonly app?: string | undefined; readonly role?: string | undefined }

export type PlacedMapping = { readonly mapping: Mapping; readonly envId: string; readonly environmentName: string }

/** The mapping that the flags name in the environment of the command. */
export async function findMapping(
  server: Server,
  { app, role }: MappingFlags,
  context: CommandContext,
): Promise<PlacedMapping> {
  const { id: envId, name: environmentName } = await currentEnvironment(server, context)
  if (app === undefined && role === undefined)
    return fail('usage', 'Name a role with --role, or an application with --app.', { hint: 'portico mapping list' })
  const rows = await readMappings(server, envId, await filterOf(server, envId, { app }))
  const matches = role === undefined ? rows.filter(({ kind }) => kind === 'application') : rolesNamed(rows, role)
  const [first] = rows
  if (role === undefined && matches.length === 0 && first !== undefined)
    return fail('validation', phrase`${first.appLabel ?? ''} has roles: name one with --role.`, {
      hint: `portico app-role list --app ${first.appUrn ?? ''}`,
    })
  const about =
    role === undefined
      ? { what: 'application', wanted: app ?? '' }
      : { what: app === undefined ? 'custom role' : 'role', wanted: role }
  const mapping = exactlyOne(matches, { ...about, nameOf: mappingName, hint: 'portico mapping list' })
  return { mapping, envId, environmentName }
}

function rolesNamed(rows: readonly Mapping[], wanted: string): readonly Mapping[] {
  const roles = rows.filter(({ kind }) => kind !== 'application').map((row) => ({ id: row.roleId ?? row.id, row }))
  return matchByIdOrName(roles, wanted, ({ row: { role, label } }) => [role, label]).map(({ row }) => row)
}

/** The rows of an environment, in the order of the list. */
export function readMappings(server: Server, envId: string, filter: MappingFilter = {}): Promise<readonly Mapping[]> {
  return readRows(server, mappingList, { scope: envId, filter })
}

/** Without an application, a role is a custom role. */
async function filterOf(server: Server, envId: string, { app }: MappingFlags): Promise<MappingFilter> {
  if (app === undefined) return { kind: 'tenant-role' }
  return { app: pickApplication(await applicationsOf(server, envId), app).id }
}

/** A group by id, name or spelling, of one provider or of any; those that are mapped already need no search. */
export async function findMappedGroups(
  server: Server,
  wanted: readonly string[],
  { idp, held }: { readonly idp?: string | undefined; readonly held: readonly MappedGroup[] },
): Promise<MappedGroup[]> {
  const all = await providersOf(server)
  const providers = idp === undefined ? all : [pickProvider(all, idp)]
  const found: MappedGroup[] = []
  for (const text of wanted) {
    const matches: MappedGroup[] = []
    for (const { id, name: idpName } of providers) {
      const own = held.filter((group) => group.idp === id)
      const known = matchByIdOrName(own, text, ({ name, claim }) => [name, claim])
      const rows = known.length > 0 ? known : await findGroups(groupReader(server, id), text)
      matches.push(...rows.map((group) => ({ ...group, idp: id, idpName })))
    }
    found.push(
      exactlyOne(matches, {
        what: 'group',
        wanted: text,
        nameOf: ({ name, idpName }) => `${name}, ${idpName}`,
        hint: 'portico group list',
      }),
    )
  }
  return found
}

/** Groups of a mapping by id, name or spelling; `idp` names their provider. */
export function pickHeldGroups(
  held: readonly MappedGroup[],
  wanted: readonly string[],
  idp: string | undefined,
): MappedGroup[] {
  const own = idp === undefined ? held : held.filter((group) => isNamed(group, idp))
  return wanted.map((text) =>
    exactlyOne(
      matchByIdOrName(own, text, ({ name, claim }) => [name, claim]),
      { what: 'group', in: 'this mapping', wanted: text, nameOf: ({ name, idpName }) => `${name}, ${idpName}` },
    ),
  )
}

function isNamed({ idp, idpName }: MappedGroup, wanted: string): boolean {
  return idp === wanted || idpName.toLowerCase() === wanted.toLowerCase()
}
