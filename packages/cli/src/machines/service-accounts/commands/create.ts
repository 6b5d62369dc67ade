import { flagOf, lineFields, serviceAccountNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { changeAccount } from '../change.ts'
import { wantedDependencies, type DependencyFlags } from '../dependencies.ts'
import { lineFlags, type FieldFlags } from '../field-flags.ts'
import { bodyOf, requireValid } from '../input.ts'
import { readKeyArgument } from '../key-argument.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & DependencyFlags & FieldFlags

/** Creates a service account, then sets its applications. Core's rules are checked before anything is sent. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(serviceAccountNoun, options, { io, configured: settings.get('output') })
  const lines = lineFlags(options)
  for (const { name, required } of lineFields)
    if (required && lines[name] === undefined)
      fail('usage', phrase`Required option '--${flagOf(name)} <${flagOf(name)}>' not specified.`, {
        hint: 'portico service-account create --help',
      })
  if (options.key1 === '-' && options.key2 === '-') fail('usage', 'Only one of the keys can come from stdin.')
  const words = await context.words()
  const key1 = await readKeyArgument(options.key1, { flag: 'key1', field: 'key1' }, { io, words })
  const key2 = await readKeyArgument(options.key2, { flag: 'key2', field: 'key2' }, { io, words })
  requireValid(bodyOf({ ...lines, key1, key2 }), words)

  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const wanted = await wantedDependencies([], { app: options.app }, server, envId)
  const changing = { server, envId, plan, dryRun: options.dryRun === true }
  await changeAccount(undefined, { ...lines, key1, key2 }, wanted, changing, context)
}
