import type { Command } from 'commander'

import { principalNoun, signInNoun, signInRecordNoun } from '@portico/core'
import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import {
  examples,
  withDryRun,
  withListOutput,
  withOutput,
  withPeriod,
  withResult,
} from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addSignInCommands(program: Command, start: Start): void {
  const login = program
    .command('login')
    .description('Sign in: as a person in a browser, or as a service account with its private key')
    .option('--web', 'sign in with the browser of this machine, even if none seems available')
    .option('--device', 'sign in with a code that you enter in a browser on any device')
    .option('--service-account <id>', 'id of the service account')
    .option('--key-file <file>', 'file with its private key (RSA, PEM)')
    .option('--env <environment>', 'environment to work in from now on, by name or id')
  withOutput(withDryRun(login), principalNoun).action((_options, command: Command) =>
    start(command, () => import('./login.ts')),
  )
  withResult(
    withDryRun(program.command('logout').description('End the session or revoke the token, and forget it')),
  ).action((_options, command: Command) => start(command, () => import('./logout.ts')))
}

/** The flight recorder: recent sign-ins, and why one failed. */
export function addSignInRecordCommands(program: Command, start: Start): void {
  const group = nounCommand(program, signInNoun)
  withPeriod(withListOutput(verbCommand(group, signInNoun, 'list'), signInNoun))
    .option('--failed', 'only those that failed')
    .option('--user <text>', 'part of a username')
    .option('--idp <provider>', 'only those at one identity provider, by name or id')
    .option('--limit <count>', 'at most this many, newest first', '50')
    .addHelpText(
      'after',
      examples(['portico sign-in list --failed --user ada --idp Partners', 'portico sign-in list --since 24h']),
    )
    .action((_options, command: Command) => start(command, () => import('../records/list.ts')))
  withOutput(verbCommand(group, signInNoun, 'show', '<code>'), signInRecordNoun).action(
    (code: string, _options, command: Command) => start(command, () => import('../records/show.ts'), { code }),
  )
}
