import { setTimeout as sleep } from 'node:timers/promises'

import { principalNoun, type PrincipalInfo } from '@portico/core'

import type { CommandContext } from '../../../kit/context/context.ts'
import { forgetCredential } from '../../../kit/credentials/store.ts'
import { selectEnvironmentFor } from '../../../tenant/environments/select.ts'
import { CommandFailure, fail } from '../../../kit/errors/failure.ts'
import { isBrowserAtHand, openUrl } from '../../../kit/io/open-url.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { changeConfig, withProfile, type Values } from '../../../kit/settings/config-file.ts'
import type { LoginOptions } from '../login-options.ts'
import { signInByDevice } from './by-device.ts'
import { signInByLoopback } from './by-loopback.ts'
import { pictureOf } from './picture.ts'
import { beginSession } from './session.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/**
 * Signs a person in: with the browser of this machine if there is one, else with a code for any browser. Once `cancelled`,
 * which carries the failure, an answer of the person is no longer accepted.
 */
export async function loginPerson(
  options: LoginOptions,
  context: CommandContext,
  cancelled?: AbortSignal,
): Promise<void> {
  const { io, settings, say, clock } = context
  const plan = planOutput(principalNoun, options, { io, configured: settings.get('output') })
  const server =
    settings.get('server') ?? fail('usage', 'login needs --server URL.', { hint: 'portico login --server URL' })
  const http = await context.connect(server)
  const use = async (accessToken: string) => {
    cancelled?.throwIfAborted()
    return beginSession(server, accessToken, options, context)
  }
  const open = (url: string) => openUrl(url, io.env, process.platform)
  const picture = (address: string) => pictureOf(address, io)
  const wait = (ms: number) => sleep(ms, undefined, { signal: cancelled })
  const principal = byBrowser(options, context)
    ? await signInByLoopback(server, { http, say, open, cancelled }, use)
    : await use(await signInByDevice(server, { http, clock, say, sleep: wait, picture }))
  const remembered = await remember(server, principal, context)
  say(phrase`Signed in at ${server} as ${principal.name} (${principal.username}), tenant ${principal.tenant.name}.`)
  if (settings.origin('serviceAccount')?.source === 'environment')
    context.warn('PORTICO_SERVICE_ACCOUNT still names a service account and takes precedence.')
  await chooseEnvironment(principal, { named: options.env, remembered }, context)
  if (options.json !== undefined || options.output !== undefined) await printRow(plan, principal, context)
}

/**
 * A new session has no environment: the named one, or the one this profile had, is selected again. Reports a remembered one
 * that is gone, and that the person has to choose one.
 */
async function chooseEnvironment(
  principal: PrincipalInfo,
  { named, remembered }: { readonly named: string | undefined; readonly remembered: string | undefined },
  context: CommandContext,
): Promise<void> {
  const { say, warn } = context
  if (named !== undefined) return say(phrase`Works in ${await selectEnvironmentFor(named, context)} from now on.`)
  if (principal.environment !== null) return
  if (remembered === undefined) return say('No environment is chosen yet. Choose one: portico env use NAME')
  try {
    say(phrase`Works in ${await selectEnvironmentFor(remembered, context)}, as before.`)
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.failure.kind !== 'not-found') throw error
    warn(
      phrase`The environment ${remembered} of this profile is not open to you any more. Choose one: portico env use NAME`,
    )
  }
}

/** Without a terminal a person may not see a code or an address, so the method must be given. */
function byBrowser({ web, device }: LoginOptions, { io }: CommandContext): boolean {
  if (web && device) fail('usage', 'login takes --web or --device, not both.')
  if (web || device) return web === true
  if (!io.stderr.isTTY)
    fail('usage', 'login has no terminal to ask on. Name a service account, or add --device or --web.', {
      hint: 'portico login --server URL --service-account ID --key-file FILE',
    })
  return isBrowserAtHand(io.env, process.platform)
}

/**
 * Stores the server and tenant, and warns if the tenant changed: a person may approve with the wrong account. Answers the
 * environment that the profile keeps.
 */
async function remember(
  server: string,
  principal: PrincipalInfo,
  context: CommandContext,
): Promise<string | undefined> {
  const { settings, paths, config, warn } = context
  const before = config.profiles[settings.profile]
  const isSame = before?.server === server && before.tenant === principal.tenant.name
  if (before?.server === server && before.tenant !== undefined && !isSame)
    warn(phrase`Profile ${settings.profile} belonged to tenant ${before.tenant} before.`)
  const values: Values = { server, tenant: principal.tenant.name }
  if (isSame && before.environment !== undefined) values.environment = before.environment
  if (before?.insecureHttp !== undefined) values.insecureHttp = before.insecureHttp
  if (settings.origin('insecureHttp')?.source === 'flag') values.insecureHttp = 'true'
  await changeConfig(paths.config, (now) =>
    withProfile({ ...now, profiles: { ...now.profiles, [settings.profile]: {} } }, settings.profile, values),
  )
  await forgetCredential(paths.credentials, settings.profile)
  return values.environment
}
