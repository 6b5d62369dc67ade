import { apiTokenNoun, createdApiTokenNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import {
  collect,
  examples,
  withDryRun,
  withListOutput,
  withOutput,
  withSecretFile,
  withResult,
} from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

const all = ['--all', 'tokens of all people, for administrators'] as const

export function addApiTokenCommands(program: Command, start: Start): void {
  const group = nounCommand(program, apiTokenNoun)
  const verb = (name: string, usage = '') => verbCommand(group, apiTokenNoun, name, usage)

  withListOutput(verb('list'), apiTokenNoun)
    .option(...all)
    .option('--state <state>', 'active, expired or revoked')
    .option('--search <text>', 'part of a name, owner, application or of the first characters of a token')
    .addHelpText('after', examples(['portico api-token list', 'portico api-token list --all --search pat_7Qz1']))
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withSecretFile(withOutput(withDryRun(verb('create')), createdApiTokenNoun))
    .requiredOption('--app <application>', 'application that you can open: name, URN or id')
    .requiredOption('--name <name>', 'what the token is for')
    .option('--role <role>', 'one of your roles in the application: label or id (repeatable; default: none)', collect)
    .option('--tenant-role <role>', 'one of your custom roles: label or id (repeatable; default: none)', collect)
    .option('--expires <when>', 'days such as 30d, or a date such as 2027-01-31 (default: 90d)')
    .addHelpText(
      'after',
      examples([
        'portico api-token create --app Billing --role Viewer --name nightly',
        'portico api-token create --app Billing --name report --expires 30d --out-file token',
      ]),
    )
    .action((_options, command: Command) => start(command, () => import('./create.ts')))
  withResult(withDryRun(verb('revoke', '<token>')))
    .option(...all)
    .option('--confirm <name>', 'the name or id of the token, instead of typing it when asked')
    .addHelpText('after', examples(['portico api-token revoke nightly', 'portico api-token revoke 0199f3c2-… --all']))
    .action((wanted: string, _options, command: Command) => start(command, () => import('./revoke.ts'), { wanted }))
}
