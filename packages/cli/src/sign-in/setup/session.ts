import { rmSync } from 'node:fs'

import { getSetup, listSetupGroups, type Setup } from '@portico/core'

import type { CommandContext, Server } from '../../kit/context/context.ts'
import { sessionOrigin } from '../../kit/credentials/session.ts'
import { CommandFailure, fail } from '../../kit/errors/failure.ts'
import { failureOf } from '../../kit/errors/problem-failure.ts'
import type { OutputPlan } from '../../kit/output/plan.ts'
import { printRow } from '../../kit/output/print.ts'
import type { SetupRow } from './noun.ts'

export type OpenedSetup = { readonly server: Server; readonly setup: Setup; readonly etag: string | undefined }

/** The setup whose URL was opened with this profile. Fails as sign-in without one, and once it has ended. */
export async function openedSetup(context: CommandContext): Promise<OpenedSetup> {
  const path = pathOf(context)
  const origin = sessionOrigin(path)
  if (origin === undefined) return openFirst('No setup URL was opened here.')
  const server = await context.serverWithSession(origin, path)
  const outcome = await server.attempt(getSetup, {})
  if (outcome.ok) return { server, setup: outcome.value, etag: outcome.etag }
  const { problem } = outcome
  if (problem.kind !== 'session-ended') throw new CommandFailure(failureOf(problem))
  forgetSetup(context)
  return openFirst('The setup has ended here: it is complete, 12 hours have passed, or there is a newer setup URL.')
}

function openFirst(message: string): never {
  return fail('sign-in', message, { errorID: 'UNAUTHENTICATED', hint: 'portico setup open -' })
}

export function pathOf({ paths, settings }: CommandContext): string {
  return paths.setup(settings.profile)
}

export function forgetSetup(context: CommandContext): void {
  rmSync(pathOf(context), { force: true })
}

/** Prints the setup as it is now, with what the latest test login brought. */
export async function printSetup(
  plan: OutputPlan<SetupRow>,
  { server, setup }: Pick<OpenedSetup, 'server' | 'setup'>,
  context: CommandContext,
): Promise<void> {
  const { username, groups } = (await server.call(listSetupGroups, {})).value
  await printRow(plan, { ...setup, testedBy: username, groups: groups.map(({ name }) => name) }, context)
}
