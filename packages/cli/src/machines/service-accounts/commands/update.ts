import { serviceAccountNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { changeAccount } from '../change.ts'
import { wantedDependencies, type DependencyFlags } from '../dependencies.ts'
import { lineFlags, type FieldFlags } from '../field-flags.ts'
import { findAccount } from '../find.ts'
import { readKeyArgument } from '../key-argument.ts'

type Options = CommonOptions & DependencyFlags & FieldFlags & { account: string }

/** Changes the given fields and keeps the rest. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(serviceAccountNoun, options, { io, configured: settings.get('output') })
  const { key1, key2, app, addApp, removeApp } = options
  const lines = lineFlags(options)
  if (Object.keys(lines).length === 0 && [key1, key2, app, addApp, removeApp].every((flag) => flag === undefined))
    fail('usage', 'Name something to change.', { hint: 'portico service-account update --help' })
  if (key1 === '-' && key2 === '-') fail('usage', 'Only one of the keys can come from stdin.')
  const words = await context.words()
  const given1 = await readKeyArgument(key1, { flag: 'key1', field: 'key1' }, { io, words })
  const given2 = await readKeyArgument(key2, { flag: 'key2', field: 'key2' }, { io, words })

  const server = await context.server()
  const environment = await currentEnvironment(server, context)
  const envId = environment.id
  const held = await findAccount(server, environment, options.account)
  const wanted = await wantedDependencies(held.dependencies, options, server, envId)
  const intended = {
    ...held.account,
    ...lines,
    key1: given1 ?? held.account.key1,
    key2: given2 ?? held.account.key2,
  }
  const changing = { server, envId, plan, dryRun: options.dryRun === true }
  await changeAccount(held, intended, wanted, changing, context)
}
