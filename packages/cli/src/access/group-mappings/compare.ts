import { compareMappings, type AdminEnvironment, type MappingComparison } from '@portico/core'

import { applicationsOf, pickApplication } from '../../applications/applications/find.ts'
import type { CommandContext, Server } from '../../kit/context/context.ts'
import { currentEnvironment, findEnvironment } from '../../tenant/environments/find.ts'
import { fail } from '../../kit/errors/failure.ts'
import { readMappings } from './find.ts'

export type ComparisonFlags = { readonly to: string; readonly app?: string | undefined }

export type ComparedEnvironments = {
  readonly from: AdminEnvironment
  readonly to: AdminEnvironment
  readonly comparison: MappingComparison
}

/** Reads the mappings of two environments, or of one application in both, and compares them. */
export async function compareEnvironments(
  server: Server,
  { to: wanted, app }: ComparisonFlags,
  context: CommandContext,
): Promise<ComparedEnvironments> {
  const from = await currentEnvironment(server, context)
  const to = await findEnvironment(server, wanted)
  if (from.id === to.id) fail('usage', 'Name two different environments with --env and --to.')
  const filter = app === undefined ? {} : { app: pickApplication(await applicationsOf(server, from.id), app).id }
  const [mine, theirs] = await Promise.all([readMappings(server, from.id, filter), readMappings(server, to.id, filter)])
  return { from, to, comparison: compareMappings(mine, theirs) }
}
