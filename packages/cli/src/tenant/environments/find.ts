import { environmentList, matchByIdOrName, type AdminEnvironment, type EnvironmentRow } from '@portico/core'

import type { CommandContext, Server } from '../../kit/context/context.ts'
import { readRows } from '../../kit/context/read-rows.ts'
import { fail } from '../../kit/errors/failure.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'
import { phrase } from '../../kit/phrases/phrase.ts'

/** The environment a command works in: the one named, else the configured one, else the only one. */
export async function currentEnvironment(
  server: Server,
  { settings }: Pick<CommandContext, 'settings'>,
  named?: string,
): Promise<AdminEnvironment> {
  const environments = await allEnvironments(server)
  const wanted = named ?? settings.get('environment')
  if (wanted !== undefined) return pick(environments, wanted)
  const [only] = environments
  if (only !== undefined && environments.length === 1) return only
  if (only === undefined) return fail('not-found', 'The tenant has no environment.')
  return fail(
    'validation',
    phrase`There are several environments: name one with --env. Available: ${environments.map(({ name }) => name).join(', ')}.`,
    {
      hint: 'portico env list',
    },
  )
}

export async function findEnvironment(server: Server, wanted: string): Promise<AdminEnvironment> {
  return pick(await allEnvironments(server), wanted)
}

/** In the order of every list: production first. */
export function allEnvironments(server: Server): Promise<readonly EnvironmentRow[]> {
  return readRows(server, environmentList)
}

function pick(environments: readonly AdminEnvironment[], wanted: string): AdminEnvironment {
  const matches = matchByIdOrName(environments, wanted, (row) => [row.name, row.urn])
  return exactlyOne(matches, { what: 'environment', wanted, nameOf: (row) => row.name, hint: 'portico env list' })
}
