import type { Command } from 'commander'
import { applicationNoun, clientFields, clientNoun } from '@portico/core'

import { verbCommand } from '../../../kit/command-kit/noun-command.ts'
import {
  collect,
  examples,
  withDryRun,
  withEnvironment,
  withOutput,
  withSecretFile,
} from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

/** `app sign-in`: how an application signs people in. `group`: the commands of applications. */
export function addClientCommand(group: Command, start: Start): void {
  const usage = '<get|set|remove|secret> <application>'
  const command = withEnvironment(withDryRun(verbCommand(group, applicationNoun, 'sign-in', usage)))
  withSecretFile(withOutput(command, clientNoun), 'secret: ')
    .option('--metadata <file|url>', 'set: fill from the SAML metadata of the application')
    .option('--now', 'secret: stop accepting the old one at once, not after 24 hours')
    .option('-y, --yes', 'remove: do not ask for confirmation')
  for (const { kind, flag } of clientFields) {
    if (kind === 'switch') command.option(`--${flag}`, 'set: switch it on').option(`--no-${flag}`, 'set: switch it off')
    else if (kind === 'lines') command.option(`--${flag} <url>`, 'set: address (repeatable)', collect)
    else command.option(`--${flag} <${kind === 'pems' ? '@file' : 'value'}>`, kind === 'pems' ? 'set: PEM file' : 'set')
  }
  command
    .addHelpText(
      'after',
      examples([
        'portico app sign-in set Billing --redirect-uri https://billing.example.com/callback',
        'portico app sign-in secret Billing --out-file billing.secret',
        'portico app sign-in set Wiki --metadata sp.xml',
      ]),
    )
    .action((action: string, application: string, _options, command: Command) =>
      start(command, () => import('./sign-in.ts'), { action, application }),
    )
}
