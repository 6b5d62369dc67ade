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
import { makeKey } from '../made-key.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & DependencyFlags & FieldFlags & { makeKey?: string }

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
  if (options.makeKey !== undefined && options.key1 !== undefined)
    fail('usage', '--make-key makes key 1. Give one of --make-key and --key1.')
  const words = await context.words()
  const dryRun = options.dryRun === true
  const made = options.makeKey === undefined ? undefined : await makeKey(options.makeKey, dryRun, context)
  const given = await readKeyArgument(options.key1, { flag: 'key1', field: 'key1' }, { io, words })
  const key1 = made?.pair.publicKey ?? given
  const key2 = await readKeyArgument(options.key2, { flag: 'key2', field: 'key2' }, { io, words })
  requireValid(bodyOf({ ...lines, key1, key2 }), words)

  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const wanted = await wantedDependencies([], { app: options.app }, server, envId)
  const create = (onStored?: () => void) =>
    changeAccount(undefined, { ...lines, key1, key2 }, wanted, { server, envId, plan, dryRun, onStored }, context)
  await (made === undefined ? create() : made.storedBy(create))
}
