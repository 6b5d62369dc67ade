import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'

import {
  freeSlot,
  isQuiet,
  lastUse,
  olderSlot,
  serviceAccountNoun,
  shellQuoted,
  slotOf,
  type ServiceAccount,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readKeyFile } from '../../../kit/credentials/key-file.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { keyFingerprint } from '../../../kit/keys/key-fingerprint.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'
import { changeAccount, type Changing } from '../change.ts'
import { findAccount, type Held } from '../find.ts'
import { readKeyArgument } from '../key-argument.ts'
import { makeKey } from '../made-key.ts'
import { proveKey } from '../prove-key.ts'

type Slot = 'key1' | 'key2'
/** `newKey`: the private key file that takes over; `makeKey`: such a file, made here; `key`: only a public key. */
export type RotateOptions = CommonOptions & {
  accounts: readonly string[]
  key?: string
  newKey?: string
  makeKey?: string
  slot?: string
  /** With both slots full, replaces the key that was used longer ago. */
  replaceOlder?: boolean
  /** Removes the other key even if it is in use. */
  yes?: boolean
}

/**
 * Stores a new key in the empty slot, or in the named one. With the private key it continues: it proves the new key by
 * getting a token, and removes the other one when its use has stopped. Run again, it continues where it was.
 */
export async function run(options: RotateOptions, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const [wanted = '', ...others] = options.accounts
  if (others.length > 0 || isFolder(options.makeKey, io.cwd))
    return (await import('./rotate-many.ts')).run(options, context)
  const plan = planOutput(serviceAccountNoun, options, { io, configured: settings.get('output') })
  const { slot } = options
  if (slot !== undefined && slot !== '1' && slot !== '2') fail('usage', '--slot is 1 or 2.')
  if (options.replaceOlder === true && (slot !== undefined || options.key !== undefined))
    fail('usage', '--replace-older chooses the slot itself, for --make-key and --new-key: leave out --slot and --key.')
  if ([options.key, options.newKey, options.makeKey].filter((one) => one !== undefined).length !== 1)
    fail(
      'usage',
      'Give the new key: --make-key FILE to make one, --new-key FILE with the private key, or --key with only the public key.',
    )
  const dryRun = options.dryRun === true
  const made = options.makeKey === undefined ? undefined : await makeKey(options.makeKey, dryRun, context)
  const privateKey =
    made !== undefined
      ? createPrivateKey(made.pair.privateKey)
      : options.newKey === undefined
        ? undefined
        : readKeyFile(resolve(io.cwd, options.newKey), context.warn)
  const reading = { io, words: await context.words() }
  const given = await readKeyArgument(options.key, { flag: 'key', field: slot === '2' ? 'key2' : 'key1' }, reading)
  if (privateKey === undefined && (given === undefined || given === ''))
    fail('usage', '--key takes the new key: @FILE, - or a PEM text.')

  const server = await context.server()
  const environment = await currentEnvironment(server, context)
  const envId = environment.id
  const held = await findAccount(server, environment, wanted)
  const changing = { server, envId, plan, dryRun }
  const put = async (from: Held, field: Slot, pem: string, more: Changing = changing) =>
    changeAccount(from, { ...from.account, [field]: pem }, from.dependencies, more, context)

  if (privateKey === undefined) {
    const field = slot === undefined ? emptySlot(held.account) : (`key${slot as '1' | '2'}` as const)
    return put(held, field, given ?? '')
  }
  sayKeys(held.account, context)
  const pem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString().trim()
  const known = slotOf(held.account, pem)
  const named = slot === undefined ? undefined : (`key${slot as '1' | '2'}` as const)
  const field =
    known ??
    named ??
    (options.replaceOlder === true ? (freeSlot(held.account) ?? olderSlot(held.account)) : emptySlot(held.account))
  const store = (onStored?: () => void) => put(held, field, pem, { ...changing, onStored })
  if (known === undefined) await (made === undefined ? store() : made.storedBy(store))
  if (changing.dryRun) return
  await prove(held.account.id, privateKey, context)
  const now = await findAccount(server, environment, held.account.id)
  const other = field === 'key1' ? 'key2' : 'key1'
  if (!now.account[other]) return context.say('The new key is the only one.')
  if (options.yes !== true && !isQuiet(now.account, other, context.clock.now())) {
    const [usedAt, addedAt] = [lastUse(now.account, other), now.account[`${other}AddedAt`] ?? null]
    context.say(
      usedAt !== null
        ? phrase`The other key was used at ${usedAt}.`
        : addedAt === null
          ? 'The other key may be in use: no use of it is on record, nor when it was added.'
          : phrase`The other key may be in use: it was added at ${addedAt}, and no use of it is on record yet.`,
    )
    return context.say(
      options.makeKey === undefined
        ? 'Move its programs to the new key, then run this command again; -y removes the other key at once.'
        : phrase`Move its programs to the new key, then run: portico service-account rotate ${held.account.id} --env ${envId} --new-key ${shellQuoted(resolve(io.cwd, options.makeKey))}`,
    )
  }
  await put(now, other, '')
  context.say(
    phrase`Public key ${other === 'key1' ? '1' : '2'} was removed: no use of it in the last 8 days is on record.`,
  )
}

/** `--make-key` names a folder: one that exists, or a path with a slash at its end. */
function isFolder(path: string | undefined, cwd: string): boolean {
  if (path === undefined) return false
  return /[/\\]$/.test(path) || statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true
}

/** Fails as a sign-in where the server does not accept the key. */
async function prove(account: string, key: KeyObject, context: CommandContext): Promise<void> {
  const server =
    context.settings.get('server') ?? fail('sign-in', 'No server is named.', { hint: 'portico login --server URL' })
  await proveKey({ server, account, key }, context)
  context.say('The new key got a token.')
}

function sayKeys(account: ServiceAccount, { say }: CommandContext): void {
  for (const field of ['key1', 'key2'] as const) {
    const pem = account[field]
    const slot = field === 'key1' ? 1 : 2
    if (!pem) {
      say(phrase`Slot ${slot}: empty`)
      continue
    }
    const [addedAt, usedAt] = [account[`${field}AddedAt`] ?? '?', lastUse(account, field)]
    const fingerprint = keyFingerprint(pem) ?? '?'
    say(
      usedAt === null
        ? phrase`Slot ${slot}: SHA-256 ${fingerprint}, added ${addedAt}, never used`
        : phrase`Slot ${slot}: SHA-256 ${fingerprint}, added ${addedAt}, last used ${usedAt}`,
    )
  }
}

function emptySlot(account: ServiceAccount): Slot {
  const free = freeSlot(account)
  if (free !== undefined) return free
  const { key1 = '', key2 = '', name } = account
  return fail('validation', phrase`Both key slots of ${name} are full. Say which key to replace with --slot.`, {
    errorID: 'SLOT_REQUIRED',
    details: [
      { errorID: 'SLOT_REQUIRED', errorMessage: `--slot 1 replaces the key SHA-256 ${keyFingerprint(key1) ?? '?'}` },
      { errorID: 'SLOT_REQUIRED', errorMessage: `--slot 2 replaces the key SHA-256 ${keyFingerprint(key2) ?? '?'}` },
    ],
    hint: `portico service-account get ${account.id}`,
  })
}
