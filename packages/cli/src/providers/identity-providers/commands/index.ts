import { Option, type Command } from 'commander'
import { identityProviderNoun } from '@portico/core'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import {
  collect,
  examples,
  withDryRun,
  withListOutput,
  withOutput,
  withRowsOutput,
} from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'
import { findingNoun, ourKeyNoun, ourValueNoun, previewedNameNoun } from '../noun.ts'

const typeHelp = 'OIDC, AAD2, AAD, OPENSAML, ADFS_SAML or SFDC_SAML'
const createExamples = [
  'portico idp create --type OPENSAML --name Partners --from-url https://idp.example.com/metadata',
  'portico idp create --type OIDC --name Login --set issuer=https://login.example.com --set clientId=portico \\',
  '    --client-secret @client-secret.txt',
]
const updateExamples = [
  'portico idp update Partners --set signingCertificate2=@new.pem --dry-run',
  "portico idp update Login --group-transform path-end --group-transform 'strip-prefix portal-'",
  "portico idp update Login --set 'scope=openid profile groups' --unset logoutRedirectUrl",
  'portico idp get Login -o yaml > login.yaml   # edit it, then:  portico idp update Login -f login.yaml',
]
const switchExamples = [
  "portico idp switch Partners --group 'Portal admins' --grace 2d --dry-run",
  "portico idp switch Partners --group 'Portal admins' --grace 2d",
  'portico idp switch --reject',
]
const secretHelp = '@FILE, or - for stdin'

export function addIdentityProviderCommands(program: Command, start: Start): void {
  const group = nounCommand(program, identityProviderNoun)
  const verb = (name: string, usage = '') => verbCommand(group, identityProviderNoun, name, usage)

  withListOutput(verb('list'), identityProviderNoun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withOutput(verb('get', '<provider>'), identityProviderNoun).action((provider: string, _options, command: Command) =>
    start(command, () => import('./get.ts'), { provider }),
  )
  const create = verb('create').option('--type <type>', typeHelp)
  withMetadataSource(withOutput(withDryRun(withDraft(create)), identityProviderNoun))
    .option('--no-preset', 'do not fill in the usual values for the type; published values override them anyway')
    .addHelpText('after', examples(createExamples))
    .action((_options, command: Command) => start(command, () => import('./create.ts')))
  withMetadataSource(withOutput(withDryRun(withDraft(verb('update', '<provider>'))), identityProviderNoun))
    .addHelpText('after', examples(updateExamples))
    .action((provider: string, _options, command: Command) => start(command, () => import('./update.ts'), { provider }))
  withOutput(withDryRun(verb('delete', '<provider>')), identityProviderNoun)
    .option('--confirm <name>', 'its name, instead of typing it when asked')
    .action((provider: string, _options, command: Command) => start(command, () => import('./delete.ts'), { provider }))
  withDryRun(verb('test', '<provider>'))
    .option('--no-browser', 'print the address instead of opening it')
    .option('--no-fresh', 'do not ask the provider to check the credentials again, for providers that loop on it')
    .option('--json', 'print the complete test as JSON at the end')
    .addHelpText('after', '\nExit code 0: every check passed. 1: a check failed.')
    .action((provider: string, _options, command: Command) => start(command, () => import('./test.ts'), { provider }))
  withOutput(withDryRun(verb('keep', '<provider>')), identityProviderNoun)
    .option('-y, --yes', 'do not ask for confirmation')
    .option(
      '--confirm-within <time>',
      'revert after a time such as 10m or 2h, unless an administrator signs in with it',
    )
    .action((provider: string, _options, command: Command) => start(command, () => import('./keep.ts'), { provider }))
  withOutput(withDryRun(verb('revert', '<provider>')), identityProviderNoun)
    .option('-y, --yes', 'do not ask for confirmation')
    .option('--unconfirmed', 'revert a kept change that is waiting for confirmation')
    .action((provider: string, _options, command: Command) => start(command, () => import('./revert.ts'), { provider }))
  withOutput(withDryRun(verb('switch', '[provider]')), identityProviderNoun)
    .option('--group <group>', 'the group whose members will be Security Admins, by name or id')
    .option(
      '--grace <time>',
      'how long the current groups keep the role after the switch: 2d, 12h, 30m, 0 (default: 2d)',
    )
    .option('--reject', 'withdraw the pending switch')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(switchExamples))
    .action((provider: string | undefined, _options, command: Command) =>
      start(command, () => import('./switch.ts'), { provider }),
    )
  withRowsOutput(verb('lint', '[provider]'), findingNoun)
    .option('-f, --file <file>', 'check a YAML or JSON file, or - for stdin, before it is saved')
    .addHelpText('after', '\nExit code 1: a finding is an error. Without PROVIDER, all identity providers are checked.')
    .action((provider: string | undefined, _options, command: Command) =>
      start(command, () => import('./lint.ts'), { provider }),
    )
  withTransforms(withRowsOutput(verb('preview', '<provider>'), previewedNameNoun))
    .option('--username <name>', 'a username to try, in addition to those seen in sign-ins (repeatable)', collect)
    .option('--group <name>', 'a group to try (repeatable)', collect)
    .addHelpText('after', examples(["portico idp preview Login --group-transform path-end --group '/teams/finance'"]))
    .action((provider: string, _options, command: Command) =>
      start(command, () => import('./preview.ts'), { provider }),
    )
  withMetadataSource(verb('import'))
    .addOption(new Option('--url <url>').hideHelp())
    .addOption(new Option('--file <file>').hideHelp())
    .requiredOption('--type <type>', typeHelp)
    .option('--json', 'print JSON instead of YAML')
    .addHelpText('after', '\nThe output is a file for: portico idp create --name NAME -f FILE')
    .action((_options, command: Command) => start(command, () => import('./import.ts')))
  withOutput(verb('metadata', '[provider]'), ourValueNoun)
    .option('--type <type>', 'saml2 or oidc; required without PROVIDER')
    .option('--steps', 'print the steps to take at PROVIDER')
    .option('--xml', 'print the SAML metadata of PROVIDER')
    .option('--out-file <file>', 'write the XML to a file')
    .action((provider: string | undefined, _options, command: Command) =>
      start(command, () => import('./metadata.ts'), { provider }),
    )
  withRowsOutput(withDryRun(verb('rollover', '<step>')), ourKeyNoun)
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', `\nSteps: ${steps}`)
    .action((step: string, _options, command: Command) => start(command, () => import('./rollover.ts'), { step }))
}

const steps =
  'show, publish (publish the next keys too), activate (use the next keys),\n  withdraw (stop publishing the previous keys)'

function withDraft(command: Command): Command {
  return withValues(command)
    .option('-f, --file <file>', 'YAML or JSON {type, name, config}, or - for stdin; fields not mentioned are kept')
    .option('--enable', 'let people sign in with it')
    .option('--disable', 'switch it off')
}

/** What is configured of a provider, also in the first-time setup. */
export function withValues(command: Command): Command {
  return withTransforms(command)
    .option('--name <name>', 'name')
    .option('--set <field=value>', 'one field of the configuration; certificates as @FILE (repeatable)', collect)
    .option('--unset <field>', 'remove a field or a stored secret (repeatable)', collect)
    .option('--client-secret <secret>', secretHelp)
    .option('--application-secret <secret>', secretHelp)
    .option('--next-application-secret <secret>', secretHelp)
}

function withTransforms(command: Command): Command {
  return command
    .option(
      '--username-transform <transform>',
      'change usernames, in the order given; replaces the list (repeatable)',
      collect,
    )
    .option('--group-transform <transform>', 'change group names in the same way (repeatable)', collect)
}

export function withMetadataSource(command: Command): Command {
  return command
    .option('--from-url <url>', 'address of the discovery document or metadata of the provider')
    .option('--from-file <file>', 'the same document from a file, or - for stdin')
    .option('--entity-id <id>', 'which provider to read, if the document describes several')
    .option('--entity <text>', 'the same by part of its name or entity ID')
}
