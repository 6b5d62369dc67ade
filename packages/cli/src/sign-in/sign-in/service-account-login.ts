import { resolve } from 'node:path'

import { getPrincipalInfo, type PrincipalInfo } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../kit/context/context.ts'
import { readKeyFile } from '../../kit/credentials/key-file.ts'
import { saveCredential } from '../../kit/credentials/store.ts'
import { requestToken, type Token } from '../../kit/credentials/token.ts'
import { findEnvironment } from '../../tenant/environments/find.ts'
import { CommandFailure, fail } from '../../kit/errors/failure.ts'
import { failureOf } from '../../kit/errors/problem-failure.ts'
import { changeConfig, withProfile, type Values } from '../../kit/settings/config-file.ts'
import { principalNoun } from '@portico/core'
import { planOutput } from '../../kit/output/plan.ts'
import { printRow } from '../../kit/output/print.ts'
import { endSession } from './person/session.ts'
import { phrase, type Phrase } from '../../kit/phrases/phrase.ts'

/** Signs a service account in (RFC 7523) and remembers server, account, key file and token in the profile. */
export async function loginServiceAccount(options: CommonOptions, context: CommandContext): Promise<void> {
  const { io, settings, paths, clock } = context
  const plan = planOutput(principalNoun, options, { io, configured: settings.get('output') })
  const server = settings.get('server') ?? missing('--server URL')
  const account = settings.get('serviceAccount') ?? missing('--service-account ID')
  const keyFile = resolve(io.cwd, settings.get('keyFile') ?? missing('--key-file FILE'))
  const key = readKeyFile(keyFile, context.warn)
  const http = await context.connect(server)
  const token = await requestToken(
    { server, account, key },
    { http, now: () => clock.now(), randomId: context.randomId },
  )

  // Verifies the token before storing anything, so that a successful login works.
  const signedIn = await context.serverWith(server, token.accessToken)
  const outcome = await signedIn.attempt(getPrincipalInfo, {})
  const forbidden = !outcome.ok && outcome.problem.kind === 'expected' && outcome.problem.status === 403
  if (!outcome.ok && !forbidden) throw new CommandFailure(failureOf(outcome.problem))
  const principal = outcome.ok ? outcome.value : undefined
  const environment = options.env === undefined ? undefined : (await findEnvironment(signedIn, options.env)).name

  await endSession(options, context)
  await remember({ server, account, keyFile, tenant: principal?.tenant.name, environment, token }, context)
  context.say(sentence(principal, account, server))
  if (principal === undefined)
    context.warn('This service account does not administer the portal: it holds no role of the portal application.')
  else if (options.json !== undefined || options.output !== undefined) await printRow(plan, principal, context)
  context.say(phrase`The token is kept in ${paths.credentials}.`)
}

type Remembered = {
  readonly server: string
  readonly account: string
  readonly keyFile: string
  readonly tenant: string | undefined
  readonly environment: string | undefined
  readonly token: Token
}

async function remember(signIn: Remembered, { settings, paths }: CommandContext): Promise<void> {
  const { server, account, keyFile, tenant, environment, token } = signIn
  const values: Values = { server, serviceAccount: account, keyFile }
  if (tenant !== undefined) values.tenant = tenant
  if (environment !== undefined) values.environment = environment
  if (settings.origin('insecureHttp')?.source === 'flag') values.insecureHttp = 'true'
  await changeConfig(paths.config, (config) => {
    const before = config.profiles[settings.profile]
    // Another server or account has other environments, so the selection is not kept.
    const same = before?.server === server && before.serviceAccount === account
    const base = same ? config : { ...config, profiles: { ...config.profiles, [settings.profile]: {} } }
    return withProfile(base, settings.profile, values)
  })
  await saveCredential(paths.credentials, settings.profile, {
    server,
    serviceAccount: account,
    accessToken: token.accessToken,
    expiresAt: new Date(token.expiresAt).toISOString(),
  })
}

function sentence(principal: PrincipalInfo | undefined, account: string, server: string): Phrase {
  if (principal === undefined) return phrase`Signed in at ${server} as ${account}.`
  return phrase`Signed in at ${server} as ${principal.name} (${principal.id}), tenant ${principal.tenant.name}.`
}

function missing(flag: string): never {
  return fail('usage', phrase`login needs ${flag}.`, {
    hint: 'portico login --server URL --service-account ID --key-file FILE',
  })
}
