import {
  dependencyText,
  saveDependencies,
  type DependencyRow,
  type Problem,
  type ServiceAccount,
  type ServiceAccountRow,
} from '@portico/core'

import type { CommandContext, Server } from '../context/context.ts'
import { CommandFailure } from '../errors/failure.ts'
import { failureOf } from '../errors/problem-failure.ts'
import type { OutputPlan } from '../output/plan.ts'
import { printRow } from '../output/print.ts'
import type { Wanted } from './dependencies.ts'

/** The second half of a save (spec section 4: the account, then its dependencies; success only if both succeeded). */
export async function saveWanted(
  account: ServiceAccount,
  wanted: readonly Wanted[],
  saving: {
    readonly server: Server
    readonly envId: string
    readonly ifMatch: string | undefined
    /** What the first half did to the account: `created`, `changed`, or nothing. */
    readonly done: 'created' | 'changed' | undefined
  },
): Promise<readonly DependencyRow[]> {
  const { server, envId, ifMatch, done } = saving
  const outcome = await server.attempt(saveDependencies, {
    params: { envId, id: account.id },
    body: { dependencies: wanted.map(({ appId, name }) => ({ appId, name })) },
    ifMatch,
  })
  if (outcome.ok) return outcome.value.dependencies
  throw halfSaved(account, wanted, envId, done, outcome.problem)
}

export async function printSaved(
  row: ServiceAccountRow,
  sentence: 'serviceAccount.created' | 'serviceAccount.updated' | undefined,
  plan: OutputPlan<ServiceAccountRow>,
  context: CommandContext,
): Promise<void> {
  await printRow(plan, row, context)
  if (sentence !== undefined) context.say((await context.words()).say(sentence))
}

/** Reports what was saved, what was not, and the command that completes the save. */
function halfSaved(
  account: ServiceAccount,
  wanted: readonly Wanted[],
  envId: string,
  done: 'created' | 'changed' | undefined,
  problem: Problem,
): CommandFailure {
  const failure = failureOf(problem)
  if (done === undefined) return new CommandFailure(failure)
  const flags = wanted.map((dependency) => ` --app ${dependencyText(dependency)}`).join('')
  return new CommandFailure({
    ...failure,
    message: `The service account ${account.name} (${account.id}) was ${done}, but its applications were not saved: ${failure.message}${flags === '' ? '' : ' One command finishes it.'}`,
    hint: flags === '' ? failure.hint : `portico service-account update ${account.id} --env ${envId}${flags}`,
  })
}
