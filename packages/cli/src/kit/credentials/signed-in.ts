import type { HttpPort } from '@portico/core'

import { fail } from '../errors/failure.ts'
import type { Resolved } from '../settings/resolve.ts'
import { readKeyFile } from './key-file.ts'
import { readCredential, renewCredential } from './store.ts'
import { requestToken, type Token } from './token.ts'
import type { Said } from '../phrases/phrase.ts'

/** The signed-in caller, and the renewal of expired tokens. */
export type SignedIn = {
  readonly bearer: () => string
  /**
   * Gets a new token with the key file; concurrent calls share one. Fails as sign-in if the account or its key is no
   * longer accepted.
   */
  readonly renew: () => Promise<void>
  /** Renews a token that is about to expire. If that fails, keeps the old one while it is valid. */
  readonly keepFresh: () => Promise<void>
  /** The server accepted a call with this token. */
  readonly accepted: (token: string) => void
  /** Replaces the token after a 401; false if several new tokens in a row were rejected, so that a retry is useless. */
  readonly replace: (token: string) => Promise<boolean>
}

type Ports = {
  readonly http: HttpPort
  readonly now: () => number
  readonly randomId: () => string
  readonly warn: (sentence: Said) => void
}

/** Renew this long before expiry, so that a token does not expire in transit. A short-lived one is used for two thirds of its life. */
const spareMsMax = 15_000

/**
 * The effective service account. One from the environment (PORTICO_SERVICE_ACCOUNT) works without login and stores
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

  const request = async () => {
    const token = await requestToken({ server, account, key: readKeyFile(keyFile, ports.warn) }, ports)
    if (saved === undefined) return token
    const expiresAt = new Date(token.expiresAt).toISOString()
    const credential = { server, serviceAccount: account, accessToken: token.accessToken, expiresAt }
    await renewCredential(credentialsPath, settings.profile, credential)
    return token
  }
  const before = saved && { accessToken: saved.accessToken, expiresAt: Date.parse(saved.expiresAt) }
  const tokens = keepToken(before, request, ports.now)
  await tokens.keepFresh()
  return tokens
}

/** New tokens that may be rejected in a row before a 401 is final, if calls have worked before: each may be revoked at once. */
const unprovenMax = 3

/** Holds one token; concurrent calls share one renewal. */
function keepToken(first: Token | undefined, request: () => Promise<Token>, now: () => number): SignedIn {
  let token = first
  let renewAt = first === undefined ? -Infinity : first.expiresAt - spareMsMax
  /** New tokens since a call last worked. */
  let unproven = 0
  let hasWorked = false
  let renewal: Promise<void> | undefined
  const renew = () =>
    (renewal ??= (async () => {
      token = await request()
      renewAt = token.expiresAt - Math.min(spareMsMax, (token.expiresAt - now()) / 3)
      unproven += 1
    })().finally(() => (renewal = undefined)))
  return {
    renew,
    bearer: () => token?.accessToken ?? '',
    keepFresh: async () => {
      if (renewAt > now()) return
      const expiresAt = token?.expiresAt ?? -Infinity
      await renew().catch((reason: unknown) => {
        if (!(expiresAt > now())) throw reason
      })
    },
    accepted: (used) => {
      hasWorked = true
      if (used === token?.accessToken) unproven = 0
    },
    replace: async (used) => {
      if (used !== token?.accessToken) return true
      if (unproven >= (hasWorked ? unprovenMax : 1)) return false
      await renew()
      return true
    },
  }
}

function signInFirst(message: string): never {
  return fail('sign-in', message, {
    errorID: 'UNAUTHENTICATED',
    hint: 'portico login',
  })
}
