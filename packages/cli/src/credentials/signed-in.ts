import type { HttpPort } from '@portico/core'

import type { Resolved } from '../config/resolve.ts'
import { fail } from '../errors/failure.ts'
import { readKeyFile } from './key-file.ts'
import { readCredential, renewCredential } from './store.ts'
import { requestToken, type Token } from './token.ts'

/** Who calls the server, and how a token that ran out is replaced. */
export type SignedIn = {
  readonly bearer: () => string
  /** Gets a new token with the key file. Fails as sign-in where the account or its key is not accepted any more. */
  readonly renew: () => Promise<void>
}

type Ports = {
  readonly http: HttpPort
  readonly now: () => number
  readonly randomId: () => string
  readonly warn: (sentence: string) => void
}

/** A token that is about to run out would run out on its way. */
const spareMs = 15_000

/**
 * The service account in effect. One named by the environment (PORTICO_SERVICE_ACCOUNT) works without login and leaves
 * nothing on disk; one of a profile works from login until logout.
 */
export async function signedIn(
  server: string,
  settings: Resolved,
  credentialsPath: string,
  ports: Ports,
): Promise<SignedIn> {
  const account = settings.get('serviceAccount')
  const keyFile = settings.get('keyFile')
  if (account === undefined || keyFile === undefined) return signInFirst('You are not signed in.')
  const fromEnvironment = settings.origin('serviceAccount')?.source === 'environment'
  const saved = fromEnvironment ? undefined : readCredential(credentialsPath, settings.profile)
  if (!fromEnvironment && saved === undefined) return signInFirst('You are not signed in.')
  if (saved !== undefined && (saved.server !== server || saved.serviceAccount !== account))
    return signInFirst(
      `You are signed in at ${saved.server} as ${saved.serviceAccount}, not at ${server} as ${account}.`,
    )

  let token: Token | undefined = saved && { accessToken: saved.accessToken, expiresAt: Date.parse(saved.expiresAt) }
  const renew = async () => {
    const key = readKeyFile(keyFile, ports.warn)
    token = await requestToken({ server, account, key }, ports)
    if (saved === undefined) return
    const expiresAt = new Date(token.expiresAt).toISOString()
    const credential = { server, serviceAccount: account, accessToken: token.accessToken, expiresAt }
    await renewCredential(credentialsPath, settings.profile, credential)
  }
  if (token === undefined || !(token.expiresAt - spareMs > ports.now())) await renew()
  return { renew, bearer: () => token?.accessToken ?? '' }
}

function signInFirst(message: string): never {
  return fail('sign-in', message, {
    errorID: 'UNAUTHENTICATED',
    hint: 'portico login',
  })
}
