import { rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

import { makeKeyPair, type NewKeyPair } from '@portico/core'

import type { CommandContext } from '../../kit/context/context.ts'
import { CommandFailure, fail } from '../../kit/errors/failure.ts'
import { phrase } from '../../kit/phrases/phrase.ts'
import { isErrno, writeNewPrivateFile } from '../../kit/storage/private-file.ts'
import { HalfSaved } from './save.ts'

export type MadeKey = {
  readonly pair: NewKeyPair
  /**
   * Writes the private key, then stores the public one by `work`, which calls `onStored` once the server has it. If the server rejects
   * it, the file is removed again.
   */
  readonly storedBy: <T>(work: (onStored: () => void) => Promise<T>) => Promise<T>
}

/** `--make-key FILE`: a key pair whose private half is only in FILE. A dry run writes nothing. */
export async function makeKey(file: string, dryRun: boolean, context: CommandContext): Promise<MadeKey> {
  const path = resolve(context.io.cwd, file)
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) refuseExisting(path)
  const pair = await makeKeyPair(globalThis.crypto)
  return {
    pair,
    async storedBy(work) {
      if (dryRun) {
        const done = await work(() => undefined)
        context.say(phrase`${path} was not written. A run without --dry-run makes a different key.`)
        return done
      }
      write(path, pair.privateKey)
      let isStored = false
      try {
        const done = await work(() => (isStored = true))
        context.say(phrase`The private key was written to ${path}. Portico does not have it: keep the file.`)
        return done
      } catch (reason) {
        if (!isStored && isRejected(reason)) rmSync(path, { force: true })
        else
          context.warn(
            phrase`The server may have stored the public key of ${path}. Check before you delete the file: portico service-account list -o wide`,
          )
        throw reason
      }
    },
  }
}

function write(path: string, text: string): void {
  try {
    writeNewPrivateFile(path, text)
  } catch (reason) {
    if (isErrno(reason, 'EEXIST')) refuseExisting(path)
    fail('validation', phrase`${path} cannot be written: ${(reason as Error).message}`)
  }
}

function refuseExisting(path: string): never {
  return fail('validation', phrase`${path} already exists. Choose another file for the private key.`)
}

/** Whether the server certainly has not stored the key. */
function isRejected(reason: unknown): boolean {
  if (!(reason instanceof CommandFailure) || reason instanceof HalfSaved) return false
  return !['network', 'failure', 'interrupted', 'terminated'].includes(reason.failure.kind)
}
