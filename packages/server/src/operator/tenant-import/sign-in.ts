import { ClientConfig } from '@portico/core/contract'
import * as v from 'valibot'

import {
  registerClient,
  useClientSecret,
  type ClientPlace,
  type ClientWork,
} from '../../applications/clients/register.ts'
import { Failure } from '../../kit/http/failure.ts'
import type { FileEnvironment } from './placeholders.ts'
import { Secret, type SecretSource } from './provider-entries.ts'
import { clientEntryOf, readClientEntry, type SignInEntry } from './sign-in-entries.ts'

type ClientEntry = NonNullable<ReturnType<typeof clientEntryOf>>

/** Shorter ones are guessable: the hash of a client secret is a fast one. */
const secretLengthMin = 32

/** What the file says about an application in an environment. */
export function signInOf(
  entry: SignInEntry | undefined,
  environment: FileEnvironment,
): { entry: ClientEntry; environment: FileEnvironment } | undefined {
  const found = entry && clientEntryOf(entry, environment.slug)
  return found && { entry: found, environment }
}

/** Registers the application as its entry says; a registration that is the same stays as it is, with its secret. */
export async function importSignIn(
  work: ClientWork & {
    readonly newId: () => string
    readonly readSecret: (secret: SecretSource) => string
  },
  place: ClientPlace,
  { entry, environment }: { readonly entry: ClientEntry; readonly environment: FileEnvironment },
): Promise<void> {
  const { newId, readSecret } = work
  const { config, secret } = readClientEntry(entry, environment)
  const whose = `signIn of the application "${place.application.label}" in "${environment.slug}"`
  try {
    const client = await registerClient(work, place, { newId, config: v.parse(ClientConfig, config) })
    if (secret === undefined) return
    const chosen = readSecret(v.parse(Secret, secret))
    if (!/^[!-~]+$/.test(chosen) || chosen.length < secretLengthMin)
      throw new Error(
        `${whose}: the secret needs at least ${secretLengthMin} printable ASCII characters, without spaces.`,
      )
    await useClientSecret(work, place, { client, secret: chosen })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const details = error.details.map(({ fieldID, errorMessage }) => `${fieldID}: ${errorMessage}`)
    throw new Error(`${whose}: ${details.join(' ') || error.message}`, { cause: error })
  }
}
