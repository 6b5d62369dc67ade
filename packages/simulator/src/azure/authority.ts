import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import type { Log } from '../log.ts'
import { pageHeaders } from '../pages/headers.ts'
import { messagePage } from '../pages/message.ts'
import type { AccessTokens } from './access-tokens.ts'
import { authorityPath, oauthPaths } from './addresses.ts'
import { authorization } from './authorize.ts'
import type { Directory } from './directory.ts'
import { discovery, keySet, sentTo } from './discovery.ts'
import { type AadFailure, aadFailures, describe, failureBody } from './errors.ts'
import { answerLogout, showSession } from './logout.ts'
import { answerToken } from './token.ts'

export type AuthorityDeps = {
  base: URL
  /** The directory that an address means, by its id or one of its domains. */
  directoryOf: (tenant: string, version: 1 | 2) => Directory | undefined
  tokens: AccessTokens
  log: Log
  now: () => number
  /** Waits the given number of seconds, or until the simulator stops. */
  wait: (secs: number) => Promise<void>
}

/** Everything below `{base}/azure/{tenant}`: discovery, keys, authorization, login page, token, logout. */
export function authorityRoutes(deps: AuthorityDeps): Hono {
  const routes = new Hono()
  routes.use(bodyLimit({ maxSize: 64 * 1024 }))
  addVersion(routes, 1, deps)
  addVersion(routes, 2, deps)
  return routes
}

type Answer = (context: Context, directory: Directory, tenant: string) => Response | Promise<Response>

function addVersion(routes: Hono, version: 1 | 2, { base, directoryOf, tokens, log, now, wait }: AuthorityDeps): void {
  const prefix = `/:tenant/${oauthPaths[version]}`
  const published = version === 1 ? '/:tenant' : '/:tenant/v2.0'
  const keysPath = version === 1 ? '/:tenant/discovery/keys' : '/:tenant/discovery/v2.0/keys'

  const at =
    (answer: Answer, refuse: (context: Context, failed: AadFailure) => Response) => async (context: Context) => {
      const tenant = context.req.param('tenant') ?? ''
      const directory = directoryOf(tenant, version)
      if (directory === undefined) return refuse(context, aadFailures.noSuchTenant(tenant))
      await wait(directory.switches().slowSecs)
      return answer(context, directory, tenant)
    }
  const data = (answer: Answer) => at(answer, (_context, failed) => refusedData(failed))
  const pages = (answer: Answer) => at(answer, refusedPage)
  const signIn = (directory: Directory, tenant: string) => {
    const loginPath = (id: string) => `${authorityPath}/${tenant}/${oauthPaths[version]}/login/${id}`
    return authorization(directory, { loginPath, log, now })
  }
  const request = (context: Context) => context.req.param('request') ?? ''

  routes.get(
    `${published}/.well-known/openid-configuration`,
    data((context, directory, tenant) => context.json(discovery(directory, base, tenant))),
  )
  routes.get(
    keysPath,
    data(async (context, directory) => context.json(await keySet(directory, base))),
  )
  routes.on(
    ['GET', 'POST'],
    `${prefix}/authorize`,
    pages(async (context, directory, tenant) => signIn(directory, tenant).start(context, await sentTo(context))),
  )
  routes.get(
    `${prefix}/login/:request`,
    pages((context, directory, tenant) => signIn(directory, tenant).form(context, request(context))),
  )
  routes.post(
    `${prefix}/login/:request`,
    pages(async (context, directory, tenant) =>
      signIn(directory, tenant).submit(context, request(context), await sentTo(context)),
    ),
  )
  routes.get(
    `${prefix}/login/:request/cancel`,
    pages((context, directory, tenant) => signIn(directory, tenant).cancel(context, request(context))),
  )
  routes.post(
    `${prefix}/token`,
    data(async (context, directory) => {
      const authorization = context.req.header('authorization')
      const answer = await answerToken(directory, await sentTo(context), authorization, { base, tokens, now })
      if ('failed' in answer) return refusedData(answer.failed)
      return context.json(answer.body, 200, { 'cache-control': 'no-store' })
    }),
  )
  routes.get(
    `${prefix}/logout`,
    pages(async (context, directory) => answerLogout(context, directory, base, await sentTo(context))),
  )
  routes.get(
    `${prefix}/session`,
    pages((context, directory) => showSession(context, directory)),
  )
  // A form of another site comes without our cookie; the address it is sent on to gets it.
  routes.post(
    `${prefix}/logout`,
    pages(async (context) => context.redirect(`${context.req.path}?${(await sentTo(context)).toString()}`, 303)),
  )

  function refusedData(failed: AadFailure): Response {
    log({ level: 'warn', message: 'A request failed.', error: failed.error, number: failed.number })
    return new Response(JSON.stringify(failureBody(failed, now())), {
      status: failed.status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    })
  }

  function refusedPage(context: Context, failed: AadFailure): Response {
    const sentences = [describe(failed, now()).text]
    return context.html(messagePage({ title: 'Sign-in failed', sentences }), 400, pageHeaders())
  }
}
