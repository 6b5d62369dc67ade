import type { Command } from 'commander'
import type { Noun } from '@portico/core'

import { principalNoun } from '@portico/core'
import { withDryRun, withOutput } from '../../program/options.ts'
import type { Start } from '../../program/program.ts'

export function addSignInCommands(program: Command, start: Start): void {
  const login = program
    .command('login')
    .description('Sign in: a person by browser, a service account with its private key')
    .option('--web', 'by the browser of this machine, also where none seems to be at hand')
    .option('--device', 'by a code that you answer in a browser on any device')
    .option('--service-account <id>', 'id of the service account')
    .option('--key-file <file>', 'file of its private key (RSA, PEM)')
    .option('--env <environment>', 'environment to work in from now on, by name or id')
  withOutput(withDryRun(login), principalNoun as unknown as Noun).action((_options, command: Command) =>
    start(command, () => import('./login.ts')),
  )
  withDryRun(program.command('logout').description('End the session or revoke the token, and forget it')).action(
    (_options, command: Command) => start(command, () => import('./logout.ts')),
  )
}
