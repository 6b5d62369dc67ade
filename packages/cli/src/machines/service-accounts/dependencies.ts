import {
  dependencyText,
  listAssignableRoles,
  matchByIdOrName,
  type Application,
  type Dependency,
  type DependencyRow,
} from '@portico/core'

import { applicationsOf } from '../../applications/applications/find.ts'
import type { Server } from '../../kit/context/context.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'
import { fail } from '../../kit/errors/failure.ts'
import { splitReference } from './reference.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** A dependency with the URN of its application, for display. */
export type Wanted = Dependency & { readonly urn: string }

export type DependencyFlags = {
  readonly app?: readonly string[] | undefined
  readonly addApp?: readonly string[] | undefined
  readonly removeApp?: readonly string[] | undefined
}

/** The new dependencies: `--app` replaces all, `--add-app` and `--remove-app` change the current ones. */
export async function wantedDependencies(
  held: readonly DependencyRow[],
  flags: DependencyFlags,
  server: Server,
  envId: string,
): Promise<readonly Wanted[]> {
  if (flags.app !== undefined && (flags.addApp !== undefined || flags.removeApp !== undefined))
    fail('usage', '--app replaces all applications: it cannot be combined with --add-app or --remove-app.')
  const named = [...(flags.app ?? []), ...(flags.addApp ?? [])]
  const added = named.length === 0 ? [] : await resolveReferences(named, server, envId)
  const kept = flags.app === undefined ? without(held, flags.removeApp ?? []) : []
  return withoutPlaceholders(unique([...kept.map(({ appId, name, urn }) => ({ appId, name, urn })), ...added]))
}

/** Whether two lists name the same applications and roles, in any order. */
export function sameDependencies(left: readonly Wanted[], right: readonly Wanted[]): boolean {
  const texts = (rows: readonly Wanted[]) => rows.map((row) => `${row.appId} ${row.name}`).toSorted()
  return JSON.stringify(texts(left)) === JSON.stringify(texts(right))
}

async function resolveReferences(references: readonly string[], server: Server, envId: string): Promise<Wanted[]> {
  const applications = await applicationsOf(server, envId)
  const parts = references.map((reference) => {
    const { matches, rest } = splitReference(reference, applications, (row) => [row.id, row.urn, row.label])
    const nameOf = (row: Application) => row.urn
    const words = { what: 'application', wanted: reference, nameOf, hint: 'portico app list' }
    return { application: exactlyOne(matches, words), role: rest }
  })
  const wanted: Wanted[] = []
  for (const { application, role } of parts) {
    const { id: appId, urn } = application
    wanted.push({ appId, urn, name: role === '' ? '' : await roleName(role, application, server, envId) })
  }
  return wanted
}

async function roleName(wanted: string, { id: appId, urn }: Application, server: Server, envId: string) {
  const { roles } = (await server.call(listAssignableRoles, { params: { envId, appId } })).value
  const matches = matchByIdOrName(roles, wanted, (role) => [role.name, role.label])
  const words = { what: 'role', of: urn, wanted, nameOf: (role: { name: string }) => role.name }
  return exactlyOne(matches, { ...words, hint: `portico app roles ${urn}` }).name
}

/** Matches against the account's dependencies, so that an application deleted from the environment can be removed too. */
function without(held: readonly DependencyRow[], references: readonly string[]): readonly DependencyRow[] {
  let kept = held
  for (const reference of references) {
    const { matches, rest } = splitReference(reference, held, (row) => [row.appId, row.urn, row.label])
    const gone = matches.filter((row) => rest === '' || row.name === rest)
    if (gone.length === 0)
      fail(
        'not-found',
        phrase`The service account does not hold ${reference}. ${held.length === 0 ? phrase`It holds no application.` : phrase`It holds: ${held.map(dependencyText).join(', ')}.`}`,
        {
          errorID: 'NOT_FOUND',
        },
      )
    kept = kept.filter((row) => !gone.includes(row))
  }
  return kept
}

function unique(rows: readonly Wanted[]): Wanted[] {
  return rows.filter(
    (row, at) => rows.findIndex((other) => other.appId === row.appId && other.name === row.name) === at,
  )
}

/** Spec section 5: drops a row without a role if its application also has named roles. */
function withoutPlaceholders(rows: readonly Wanted[]): Wanted[] {
  return rows.filter((row) => row.name !== '' || !rows.some((other) => other.appId === row.appId && other.name !== ''))
}
