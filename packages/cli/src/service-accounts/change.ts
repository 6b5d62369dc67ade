import { dependencyText, saveDependencies, updateServiceAccount, type ServiceAccountRow } from '@portico/core'

import type { CommandContext, Server } from '../context/context.ts'
import { changesBetween, planned, printDryRun } from '../output/dry-run.ts'
import type { OutputPlan } from '../output/plan.ts'
import { sameDependencies, type Wanted } from './dependencies.ts'
import type { Held } from './find.ts'
import { bodyOf, intendedOf, requireValid, type Intended } from './input.ts'
import { printSaved, saveWanted } from './save.ts'

type Changing = {
  readonly server: Server
  readonly envId: string
  readonly plan: OutputPlan<ServiceAccountRow>
  readonly dryRun: boolean
}

/** Saves the differences with the ETags of the version read: the account, then its dependencies. */
export async function changeAccount(
  held: Held,
  intended: Intended,
  wanted: readonly Wanted[],
  { server, envId, plan, dryRun }: Changing,
  context: CommandContext,
): Promise<void> {
  const before = bodyOf(intendedOf(held.account))
  const body = bodyOf(intended)
  requireValid(body, await context.words())
  const params = { envId, id: held.account.id }
  const changesAccount = JSON.stringify(before) !== JSON.stringify(body)
  const changesDependencies = !sameDependencies(held.dependencies, wanted)

  if (dryRun) {
    const dependencies = wanted.map(({ appId, name }) => ({ appId, name }))
    const requests = [
      ...(changesAccount ? [planned(updateServiceAccount, params, body)] : []),
      ...(changesDependencies ? [planned(saveDependencies, params, { dependencies })] : []),
    ]
    const none = { key1: null, key1Algorithm: null, key2: null, key2Algorithm: null }
    const changes = changesBetween(
      { ...none, ...before, dependencies: held.dependencies.map(dependencyText) },
      {
        ...none,
        ...body,
        dependencies: changesDependencies ? wanted.map(dependencyText) : held.dependencies.map(dependencyText),
      },
    )
    return printDryRun(requests, changes, context.io, plan.format === 'json')
  }

  let { account } = held
  // If one version covers both halves, saving the first makes the ETag of the second stale.
  let ifMatch = held.dependenciesEtag
  if (changesAccount) {
    const saved = await server.call(updateServiceAccount, { params, body, ifMatch: held.etag })
    account = saved.value
    if (held.dependenciesEtag === held.etag) ifMatch = saved.etag
  }
  const done = changesAccount ? ('changed' as const) : undefined
  const dependencies = changesDependencies
    ? await saveWanted(account, wanted, { server, envId, ifMatch, done })
    : held.dependencies
  if (!changesAccount && !changesDependencies) context.say('Nothing differs from what is saved.')
  const sentence = changesAccount || changesDependencies ? ('serviceAccount.updated' as const) : undefined
  await printSaved({ ...account, dependencies }, sentence, plan, context)
}
