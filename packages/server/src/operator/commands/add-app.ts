import { clientAuthMethods, clientRefreshLives, clientSecretOverlapHours } from '@portico/core/contract'
import { Option, type Command } from 'commander'

import type { CommandKit } from './command-kit.ts'
import {
  runAppAddresses,
  type AppAddresses,
  runAppList,
  runAppRegister,
  runAppRemove,
  runAppSecret,
  runAppShow,
  type AppRow,
  type RegisterOptions,
} from './app.ts'

type Flags = { data: string; env?: string; json?: true }

/** `portico-server app list|show|register|secret|remove TENANT …`: applications that sign people in at Portico. */
export function addApp(program: Command, { withData, place, print }: CommandKit): void {
  const group = program.command('app').description('register applications for single sign-on (OpenID Connect or SAML)')
  const named = (command: Command) =>
    withData(command.argument('<tenant>').argument('<app>', 'name (slug) or URN of the application'))
      .option('--env <environment>', 'its environment; optional if there is only one')
      .option('--json', 'print JSON')
  const show = async (row: AppRow & { secret?: string }, { data, json }: Flags) => {
    const addresses = await runAppAddresses(place({ data }), row)
    if (json) return print(JSON.stringify({ ...row, ...addresses }, null, 2))
    for (const line of linesOf({ ...row, ...addresses })) print(line)
    if (row.secret !== undefined) note('The client secret is shown once. Copy it now.')
  }

  withData(group.command('list').description('list the registered applications').argument('<tenant>'))
    .option('--env <environment>', 'only those of one environment')
    .option('--json', 'print JSON')
    .action(async (tenant: string, options: Flags) => {
      const rows = await runAppList(place(options), tenant, options)
      if (options.json) print(JSON.stringify(rows, null, 2))
      else
        for (const { environment, application, config, clientId, label } of rows)
          print([environment, application, config.protocol, clientId, label].join('\t'))
    })

  named(group.command('show').description('show how an application signs people in, and what to enter there')).action(
    async (tenant: string, app: string, options: Flags) =>
      show(await runAppShow(place(options), { tenant, app }, options), options),
  )

  withClient(named(group.command('register').description('register an application, or change its registration')))
    .option('--launch-url <url>', 'the address that opens it from the launcher')
    .option('--create', 'create the application, or add it to the environment, if it is missing')
    .option('--label <text>', 'with --create: the name that people see')
    .option('--secret-file <file>', 'write the client secret to a new file (mode 0600) instead of printing it')
    .action(async (tenant: string, app: string, options: Flags & RegisterOptions) => {
      const row = await runAppRegister(place(options), { tenant, app }, options)
      if (!options.json) note(`${row.changed} ${row.application} in ${row.environment}`)
      if (row.warning !== undefined) note(`warning: ${row.warning}`)
      await show(row, options)
    })

  named(group.command('secret').description('create a new client secret'))
    .option('--now', `stop accepting the old one at once, not after ${clientSecretOverlapHours} hours`)
    .option('--secret-file <file>', 'write it to a new file (mode 0600) instead of printing it')
    .action(async (tenant: string, app: string, options: Flags & { now?: true; secretFile?: string }) =>
      show(await runAppSecret(place(options), { tenant, app }, options), options),
    )

  named(group.command('remove').description('remove the registration; the application stays')).action(
    async (tenant: string, app: string, options: Flags) => {
      const row = await runAppRemove(place(options), { tenant, app }, options)
      if (options.json) print(JSON.stringify(row, null, 2))
      else print(`removed the registration of ${row.application} in ${row.environment}`)
    },
  )
}

function withClient(command: Command): Command {
  return command
    .option('--redirect-uri <uri>', 'OpenID: address that people return to after sign-in (repeatable)', collect)
    .option(
      '--post-logout-redirect-uri <uri>',
      'OpenID: address that people return to after sign-out (repeatable)',
      collect,
    )
    .option('--initiate-login-uri <uri>', 'OpenID: address of the application that begins a sign-in')
    .option('--backchannel-logout-uri <uri>', 'OpenID: address of the application that ends its sessions')
    .addOption(
      new Option('--auth-method <method>', 'OpenID: authentication method at the token endpoint').choices([
        ...clientAuthMethods,
      ]),
    )
    .option('--public-key <file>', 'OpenID: its public key in PEM, for private_key_jwt (repeatable)', collect)
    .option('--jwks-uri <uri>', 'OpenID: address of its key set, for private_key_jwt')
    .option('--no-require-pkce', 'OpenID: accept requests without PKCE that have a nonce (RFC 9700)')
    .option('--dpop', 'OpenID: issue only tokens that are bound to a key (RFC 9449)')
    .addOption(
      new Option('--refresh-tokens <life>', 'OpenID: how long refresh tokens are valid').choices([
        ...clientRefreshLives,
      ]),
    )
    .option('--saml-metadata <file>', 'SAML: metadata of the service provider')
    .option('--entity-id <id>', 'SAML: its entity ID')
    .option('--acs-url <url>', 'SAML: assertion consumer service with the POST binding (repeatable)', collect)
    .option('--slo-url <url>', 'SAML: its address for single logout')
    .option('--slo-soap-url <url>', 'SAML: its address for single logout by SOAP, from server to server')
    .option('--certificate <file>', 'SAML: its signing certificate in PEM (repeatable)', collect)
    .option(
      '--any-email',
      'SAML: send e-mail addresses of any domain; the application does not identify people by them',
    )
    .option('--ignore-requested-context', 'SAML: ignore the authentication contexts that it requires')
    .option('--encrypt-assertions', 'SAML: encrypt assertions for its encryption certificate')
    .option('--encryption-certificate <file>', 'SAML: its encryption certificate in PEM', collect)
}

type Shown = AppRow & AppAddresses & { readonly secret?: string }

/** One fact a line; lists have a line for each member. */
function linesOf({ config, ...row }: Shown): string[] {
  const facts: readonly (readonly [string, string | boolean | null | undefined])[] = [
    ['application', row.application],
    ['environment', row.environment],
    ['launch URL', row.launchUrl],
    ['protocol', config.protocol],
    ...(config.protocol === 'openid'
      ? ([
          ['client id', row.clientId],
          ['client secret', row.secret ?? (row.secretMadeAt === null ? null : `made at ${row.secretMadeAt}`)],
          ['old secret until', row.previousSecretUntil],
          ['issuer', row.issuer],
          ['discovery', row.discovery],
          ['auth method', config.authMethod],
          ...config.redirectUris.map((uri) => ['redirect URI', uri] as const),
          ...config.postLogoutRedirectUris.map((uri) => ['after logout', uri] as const),
          ['initiate login', config.initiateLoginUri],
          ['back-channel', config.backchannelLogoutUri],
          ['key set', config.jwksUri],
          ['public keys', config.publicKeys.length === 0 ? null : String(config.publicKeys.length)],
          ['PKCE', config.requirePkce ? 'required' : 'not required'],
          ['refresh tokens', config.refreshTokens],
          ['DPoP', config.dpopBound ? 'required' : null],
        ] as const)
      : ([
          ["Portico's metadata", row.metadata],
          ['entity ID', config.entityId],
          ...config.acsUrls.map((url) => ['ACS URL', url] as const),
          ['name ID format', config.nameIdFormat],
          ['e-mail addresses', config.anyEmail ? 'of any domain' : null],
          ['SLO URL', config.sloUrl],
          ['SLO URL for SOAP', config.sloSoapUrl],
          ['certificates', String(config.signingCertificates.length)],
          ['signed requests', config.requestsSigned ? 'required' : 'not required'],
          ['requested context', config.ignoreRequestedContext ? 'ignored' : null],
          ['assertions', config.encryptAssertions ? `encrypted with ${config.encryptionCipher}` : null],
        ] as const)),
  ]
  return facts.flatMap(([name, value]) => (value === null || value === undefined ? [] : [`${name.padEnd(20)}${value}`]))
}

const collect = (one: string, all: readonly string[] = []) => [...all, one]
const note = (line: string) => process.stderr.write(`${line}\n`)
