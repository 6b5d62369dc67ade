import type { Command } from 'commander'
import { usernameFormatNoun, whereIsNoun } from '@portico/core'

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

const changes = ['set', 'add', 'remove'] as const

export function addUsernameFormatCommands(program: Command, start: Start): void {
  const group = nounCommand(program, usernameFormatNoun)
  withListOutput(verbCommand(group, usernameFormatNoun, 'list'), usernameFormatNoun)
    .option('--idp <provider>', 'only those of one identity provider, by name or id')
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  for (const change of changes)
    withRowsOutput(withDryRun(verbCommand(group, usernameFormatNoun, change)), usernameFormatNoun)
      .requiredOption('--idp <provider>', 'identity provider, by name or id')
      .option('--email <domains>', emailHelp(change), collect)
      .option('--windows <domains>', 'Windows domains, likewise', collect)
      .option('--addresses <domains>', 'domains of e-mail addresses that are not usernames, likewise', collect)
      .addHelpText(
        'after',
        examples([`portico username-format ${change} --idp Login --email acme.example --windows ACME`]),
      )
      .action((_options, command: Command) => start(command, () => import('./change.ts'), { change }))
}

export function addWhereIsCommand(program: Command, start: Start): void {
  withOutput(verbCommand(program, whereIsNoun, 'whereis', '<username>'), whereIsNoun).action(
    (username: string, _options, command: Command) => start(command, () => import('./whereis.ts'), { username }),
  )
}

function emailHelp(change: (typeof changes)[number]): string {
  return change === 'set'
    ? "email domains, comma-separated; replaces the list, '' clears it"
    : `email domains to ${change}, comma-separated`
}
