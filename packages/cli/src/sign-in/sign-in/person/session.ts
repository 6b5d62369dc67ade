import { renameSync, rmSync } from 'node:fs'

import { beginCliSession, createClient, getPrincipalInfo, signOut, type PrincipalInfo } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { nameSession, sessionOrigin } from '../../../kit/credentials/session.ts'
import { CommandFailure, fail } from '../../../kit/errors/failure.ts'
import { failureOf } from '../../../kit/errors/problem-failure.ts'
import { neutraliseLines } from '../../../kit/io/neutralise.ts'
import { requireSafeTransport } from '../../../kit/settings/server-url.ts'

type Opened = { readonly client: ReturnType<typeof createClient>; readonly csrf: () => string; close(): Promise<void> }

/** Exchanges an access token for a session; its cookies stay in a separate file until the session is verified. */
export async function beginSession(
  origin: string,
  accessToken: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<PrincipalInfo> {
  const path = context.paths.cookies(context.settings.profile)
  const draft = `${path}.new`
  rmSync(draft, { force: true })
  let bearer: string | undefined = accessToken
  const session = await open(origin, draft, options, context, () => bearer)
  try {
    const begun = await session.client.call(beginCliSession)
    if (!begun.ok) return refused(begun.problem.kind === 'session-ended', failureOf(begun.problem))
    bearer = undefined
    const principal = await session.client.call(getPrincipalInfo)
    if (!principal.ok) throw new CommandFailure(failureOf(principal.problem))
    nameSession(draft, principal.value.username)
    await endSession(options, context)
    renameSync(draft, path)
    return principal.value
  } finally {
    await session.close()
    rmSync(draft, { force: true })
  }
}

function refused(isToken: boolean, failure: ReturnType<typeof failureOf>): never {
  if (!isToken) throw new CommandFailure(failure)
  return fail(
    'sign-in',
    'The server did not accept the sign-in any more. If it goes on, check the clocks of this machine and of the server.',
    {
      hint: 'portico login',
      requestID: failure.requestID,
    },
  )
}

/** Ends the session of this profile with the server's sign-out form and deletes it here. undefined: there was none. */
export async function endSession(
  options: CommonOptions,
  context: CommandContext,
): Promise<'ended' | 'not-reached' | undefined> {
  const { settings, paths } = context
  const path = paths.cookies(settings.profile)
  const origin = sessionOrigin(path)
  if (origin === undefined) return undefined
  const session = await open(origin, path, options, context, () => undefined)
  try {
    const outcome = await session.client.call(signOut, { body: { 'X-CSRFToken': session.csrf() } })
    // 401: the session had already ended.
    return outcome.ok || outcome.problem.kind === 'session-ended' ? 'ended' : 'not-reached'
  } finally {
    await session.close()
    rmSync(path, { force: true })
  }
}

async function open(
  origin: string,
  path: string,
  { debug }: CommonOptions,
  { io, clock, settings, version }: CommandContext,
  bearer: () => string | undefined,
): Promise<Opened> {
  requireSafeTransport(origin, settings.get('insecureHttp') === 'true')
  const [{ openConnection }, { openCookieJar }] = await Promise.all([
    import('../../../kit/http/connection.ts'),
    import('../../../kit/http/cookies.ts'),
  ])
  const trace = debug ? (line: string) => io.stderr.write(`${neutraliseLines(line)}\n`) : undefined
  const connection = openConnection(origin, io.env, {
    trace,
    bearer,
    jar: openCookieJar(path, origin),
    userAgent: `portico/${version}`,
  })
  const client = createClient({ http: connection.http, clock })
  return { client, csrf: () => connection.http.cookie('csrf') ?? '', close: connection.close }
}
