import { serviceAccountNoun, type ServiceAccount } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { currentEnvironment } from '../../environments/find.ts'
import { fail } from '../../errors/failure.ts'
import { keyFingerprint } from '../../keys/key-fingerprint.ts'
import { planOutput } from '../../output/plan.ts'
import { changeAccount } from '../change.ts'
import { findAccount } from '../find.ts'
import { publicKeyOf, readKeyArgument } from '../key-argument.ts'
import { phrase } from '../../phrases/phrase.ts'

type Options = CommonOptions & { account: string; key: string; slot?: string }

/** Stores a new key in the empty slot, or in the named one. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(serviceAccountNoun, options, { io, configured: settings.get('output') })
  const { slot } = options
  if (slot !== undefined && slot !== '1' && slot !== '2') fail('usage', '--slot is 1 or 2.')
  const reading = { io, words: await context.words() }
  const given = await readKeyArgument(options.key, { flag: 'key', field: slot === '2' ? 'key2' : 'key1' }, reading)
  if (given === undefined || given.byteLength === 0) fail('usage', '--key takes the new key: @FILE, - or a PEM text.')

  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const held = await findAccount(server, envId, options.account)
  const field = slot === undefined ? emptySlot(held.account) : (`key${slot as '1' | '2'}` as const)
  const intended = { ...held.account, [field]: await publicKeyOf(given, server) }
  const changing = { server, envId, plan, dryRun: options.dryRun === true }
  await changeAccount(held, intended, held.dependencies, changing, context)
}

function emptySlot(account: ServiceAccount): 'key1' | 'key2' {
  const { key1, key2, name } = account
  if (!key1) return 'key1'
  if (!key2) return 'key2'
  return fail('validation', phrase`Both key slots of ${name} are full. Say which key to replace with --slot.`, {
    errorID: 'SLOT_REQUIRED',
    details: [
      { errorID: 'SLOT_REQUIRED', errorMessage: `--slot 1 replaces the key SHA-256 ${keyFingerprint(key1) ?? '?'}` },
      { errorID: 'SLOT_REQUIRED', errorMessage: `--slot 2 replaces the key SHA-256 ${keyFingerprint(key2) ?? '?'}` },
    ],
    hint: `portico service-account get ${account.id}`,
  })
}
