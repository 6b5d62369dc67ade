import {
  createWords,
  englishMessages,
  readReturnPath,
  Username,
  violationsOf,
  type login,
  type LoginReply,
  type WordId,
} from '@portico/core/contract'

import { tenantScope } from '../database/tenant-scope.ts'
import { cookie, readCookie } from '../http/cookies.ts'
import { checkOrigin } from '../http/csrf.ts'
import { tooManyRequests } from '../http/failure.ts'
import type { Call } from '../http/route.ts'
import { uuidv7 } from '../identifiers.ts'
import { loadProvider } from '../identity-providers/queries.ts'
import { randomToken } from '../secrets/secret-box.ts'
import { findFormat } from '../username-formats/queries.ts'
import { SignInFault } from './faults.ts'
import { startFlow } from './oidc/flow.ts'
import { insertAttempt, launcherPath, transactionSecs } from './transactions.ts'

const perAddress = { attempts: 120, windowSecs: 60 }
const perUsername = { attempts: 30, windowSecs: 60 }

type Started = { value: LoginReply; headers?: [string, string][] }

/** POST /login: from a username to the identity provider's address. A wrong username is answered with code and message. */
export async function startSignIn({
  deps,
  request,
  body,
  query,
  address,
  requestId,
}: Call<typeof login>): Promise<Started> {
  checkOrigin(request, deps.settings.baseUrl)
  const username = body.username.trim()
  const wait = Math.max(
    deps.rateLimits.take('login-address', address, perAddress),
    deps.rateLimits.take('login-username', `${address} ${username.toLowerCase()}`, perUsername),
  )
  if (wait > 0) throw tooManyRequests(wait)
  const broken = violationsOf(Username, username)[0]
  if (broken !== undefined) return refused(broken.errorID as WordId)
  try {
    return await toProvider({ deps, request, username, returnPath: readReturnPath(query.returnPath) ?? launcherPath })
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    deps.log.warn({ requestId, code: error.code, reason: error.reason }, 'sign-in could not start')
    return refused(error.code)
  }
}

async function toProvider({
  deps,
  request,
  username,
  returnPath,
}: Pick<Call<typeof login>, 'deps' | 'request'> & { username: string; returnPath: string }): Promise<Started> {
  const { database, secrets, settings, clock } = deps
  const match = await findFormat(database.app, username)
  if (match === undefined) throw new SignInFault('AUTH-001001', 'no format covers the domain')
  const scope = tenantScope(database, match.tenantId)
  const provider = await scope.transaction((tx) => loadProvider(tx, match.identityProviderId, secrets))
  if (provider === undefined) throw new SignInFault('IDP_ERROR', 'the provider of the format is not usable')
  // No transaction is open while the provider is asked for its metadata.
  const facts = await deps.providerMetadata.read(provider.config)
  const flow = await startFlow({ provider, facts, fetch: deps.providerFetch, baseUrl: settings.baseUrl }, username)
  // One binding for all attempts of a browser, so that two tabs can both finish.
  const before = readCookie(request, settings, 'sign-in')
  const binding = before !== undefined && /^[\w-]{43}$/.test(before) ? before : randomToken()
  await scope.transaction((tx) =>
    insertAttempt(tx, secrets, {
      id: uuidv7(clock.now()),
      state: flow.state,
      binding,
      identityProviderId: provider.id,
      configVersion: provider.configVersion,
      returnPath,
      secrets: { nonce: flow.nonce, pkceVerifier: flow.pkceVerifier, username },
    }),
  )
  return {
    value: { redirectUrl: flow.url },
    headers: [['Set-Cookie', cookie(settings, 'sign-in', binding, transactionSecs)]],
  }
}

function refused(code: WordId): Started {
  return { value: { redirectUrl: null, code, message: createWords('en', englishMessages).say(code) } }
}
