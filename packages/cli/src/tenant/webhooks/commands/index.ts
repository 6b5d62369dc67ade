import { webhookNoun, webhookSecretNoun } from '@portico/core'
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

export function addWebhookCommands(program: Command, start: Start): void {
  const group = nounCommand(program, webhookNoun)
  const verb = (name: string, usage = '') => verbCommand(group, webhookNoun, name, usage)

  withListOutput(verb('list'), webhookNoun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withOutput(verb('get', '<webhook>'), webhookNoun).action((wanted: string, _options, command: Command) =>
    start(command, () => import('./get.ts'), { wanted }),
  )
  withSecretFile(withOutput(withDryRun(withValues(verb('create'))), webhookSecretNoun))
    .addHelpText(
      'after',
      examples([
        'portico webhook create --url https://siem.example.com/portico',
        'portico webhook create --url https://ops.example.com/hook --events notices --out-file webhook.secret',
      ]),
    )
    .action((_options, command: Command) => start(command, () => import('./create.ts')))
  withOutput(withDryRun(withValues(verb('update', '<webhook>'))), webhookNoun)
    .option('--all-actions', 'send all actions again')
    .option('--on', 'switch it on, or resume it after a pause')
    .option('--off', 'switch it off; events that happen meanwhile are sent when it is on again')
    .addHelpText('after', examples(['portico webhook update siem.example.com --on']))
    .action((wanted: string, _options, command: Command) => start(command, () => import('./update.ts'), { wanted }))
  withSecretFile(withOutput(withDryRun(verb('rotate-secret', '<webhook>')), webhookSecretNoun))
    .option('-y, --yes', 'do not ask for confirmation')
    .action((wanted: string, _options, command: Command) =>
      start(command, () => import('./rotate-secret.ts'), { wanted }),
    )
  withDryRun(verb('test', '<webhook>'))
    .option('--json', 'print the response of the receiver as JSON')
    .addHelpText('after', '\nExit code 1: the receiver did not accept it.')
    .action((wanted: string, _options, command: Command) => start(command, () => import('./test.ts'), { wanted }))
  withResult(withDryRun(verb('delete', '<webhook>')))
    .option('--confirm <host>', 'the host of its address, or its id, instead of typing it when asked')
    .action((wanted: string, _options, command: Command) => start(command, () => import('./delete.ts'), { wanted }))
}

function withValues(command: Command): Command {
  return command
    .option('--url <url>', 'address that messages are sent to')
    .option('--events <events>', 'audit, notices, or both (comma separated; default: audit)')
    .option(
      '--action <action>',
      'only actions that begin with this, such as session (repeatable; default: all)',
      collect,
    )
}
