import { provisioningNoun, provisioningObjectNoun, takeoverNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import {
  collect,
  examples,
  withDryRun,
  withEnvironment,
  withListOutput,
  withOutput,
  withResult,
  withRowsOutput,
} from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addProvisioningCommands(program: Command, start: Start): void {
  const group = nounCommand(program, provisioningNoun)
  const verb = (name: string) =>
    withEnvironment(verbCommand(group, provisioningNoun, name)).requiredOption(
      '--app <application>',
      'application, by name, URN or id',
    )
  const act = (action: string) => (_options: unknown, command: Command) =>
    start(command, () => import('./act.ts'), { action })

  withOutput(verb('show'), provisioningNoun).action(act('show'))
  withOutput(withDryRun(verb('set')), provisioningNoun)
    .option('--url <url>', 'base URL of its SCIM service; changing it requires --token, and everything is sent again')
    .option('--token <@file>', 'file with the bearer token of the application, or - for stdin')
    .option('--groups', 'also send the groups that can open it (the default)')
    .option('--no-groups', 'send people only; groups that were already sent are deleted there')
    .option('--any-email', 'send e-mail addresses of any domain; the application does not identify people by them')
    .option('--no-any-email', 'send only addresses in a domain of the identity provider (the default)')
    .option('--removal <choice>', 'what to do with people who lose access: deactivate (the default) or delete')
    .option('--on', 'send changes; also resumes after a pause')
    .option('--off', 'send nothing until --on')
    .addHelpText(
      'after',
      examples([
        'portico provisioning set --app Billing --url https://billing.example.com/scim/v2 --token @billing.token',
        'portico provisioning set --app Billing --removal delete',
      ]),
    )
    .action((_options, command: Command) => start(command, () => import('./set.ts')))
  withDryRun(verb('test'))
    .option('--url <url>', 'base URL to test instead of the stored one; --token is then required')
    .option(
      '--token <@file>',
      'file with the bearer token to test instead of the stored one, or - for stdin; it is not stored',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit code 1: the test failed.')
    .addHelpText(
      'after',
      examples([
        'portico provisioning test --app Billing',
        'portico provisioning test --app Billing --url https://billing.example.com/scim/v2 --token @billing.token',
      ]),
    )
    .action((_options, command: Command) => start(command, () => import('./test.ts')))
  withListOutput(verb('behind'), provisioningObjectNoun)
    .option('--limit <count>', 'at most this many', '200')
    .action((_options, command: Command) => start(command, () => import('./behind.ts')))
  withListOutput(verb('taken'), takeoverNoun)
    .option('--limit <count>', 'at most this many', '200')
    .action((_options, command: Command) => start(command, () => import('./taken.ts')))
  withRowsOutput(withDryRun(verb('approve')), takeoverNoun)
    .option('--person <person>', 'person, by username or id (repeatable)', collect)
    .option('--group <group>', 'group, by name or id (repeatable)', collect)
    .option('--all', 'all that are currently listed and can be approved')
    .option('--idp <provider>', 'with --all: only people and groups of this identity provider, by name')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      '\nThe person then gets everything in the account. An account that has changed since it was listed is not taken over.',
    )
    .addHelpText(
      'after',
      examples([
        'portico provisioning approve --app Billing --person ada@acme.example',
        'portico provisioning approve --app Billing --all --idp Headquarters --dry-run',
      ]),
    )
    .action((_options, command: Command) => start(command, () => import('./approve.ts')))
  withOutput(withDryRun(verb('retry')), provisioningNoun).action(act('retry'))
  withOutput(withDryRun(verb('resend')), provisioningNoun)
    .option('-y, --yes', 'do not ask for confirmation')
    .action(act('resend'))
  withResult(withDryRun(verb('remove')))
    .option('-y, --yes', 'do not ask for confirmation')
    .action(act('remove'))
}
