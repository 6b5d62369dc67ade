import type { Command } from 'commander'

import { verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withEnvironment, withOutput, withResult } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'
import { principalNoun } from '@portico/core'

export function addPrincipalCommand(program: Command, start: Start): void {
  withOutput(verbCommand(program, principalNoun, 'whoami'), principalNoun).action((_options, command: Command) =>
    start(command, () => import('./whoami.ts')),
  )
}

export function addBrowserCommands(program: Command, start: Start): void {
  withEnvironment(program.command('open [what] [name]'))
    .description(
      'Open the portal in the browser, or the page of an environment, service account, identity provider or sign-in',
    )
    .option('--print', 'print the address instead')
    .action((what: string | undefined, name: string | undefined, _options, command: Command) =>
      start(command, () => import('./open.ts'), { what, name }),
    )
  withResult(withDryRun(program.command('announce [text]')))
    .description('Show or set the announcement above the applications, and who people ask for access')
    .option('--until <time>', 'when it ends, such as 2027-01-31T18:00:00Z')
    .option('--off', 'remove the announcement')
    .option('--contact <text>', 'who people ask for access')
    .option('--no-contact', 'remove the contact: people ask an administrator')
    .addHelpText('after', examples(["portico announce 'Payroll is closed on Sunday.' --until 2027-01-31T18:00:00Z"]))
    .action((text: string | undefined, _options, command: Command) =>
      start(command, () => import('./announce.ts'), { text }),
    )
  program
    .command('launch <application>')
    .description('Open an application in the browser')
    .option('--print', 'print the address instead')
    .action((application: string, _options, command: Command) =>
      start(command, () => import('./launch.ts'), { application }),
    )
}
