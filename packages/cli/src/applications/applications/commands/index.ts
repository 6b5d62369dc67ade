import type { Command } from 'commander'
import { applicationNoun, clientFields, clientNoun, openerNoun, roleNoun } from '@portico/core'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import {
  collect,
  examples,
  withDryRun,
  withEnvironment,
  withListOutput,
  withOutput,
  withRowsOutput,
  withSecretFile,
  withResult,
} from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addApplicationCommands(program: Command, start: Start): void {
  const group = nounCommand(program, applicationNoun)
  const list = withEnvironment(verbCommand(group, applicationNoun, 'list'))
  withListOutput(list, applicationNoun)
    .option('--mine', 'those you can open, in the order of your launcher')
    .option('--favourites', 'your favourites')
    .option('--recent', 'those you opened lately')
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withResult(withDryRun(verbCommand(group, applicationNoun, 'favourite', '<add|remove> <application>'))).action(
    (action: string, application: string, _options, command: Command) =>
      start(command, () => import('./favourite.ts'), { action, application }),
  )
  withResult(withEnvironment(withDryRun(verbCommand(group, applicationNoun, 'icon', '<set|remove> <application>'))))
    .option('--file <file>', 'PNG, JPEG or WebP, at most 204,800 bytes')
    .option('--url <address>', 'a public https address, which the server reads once')
    .addHelpText(
      'after',
      examples(['portico app icon set Billing --file billing.png', 'portico app icon remove Billing']),
    )
    .action((action: string, application: string, _options, command: Command) =>
      start(command, () => import('./icon.ts'), { action, application }),
    )
  withResult(withEnvironment(withDryRun(verbCommand(group, applicationNoun, 'access-text', '<application> [text]'))))
    .option('--off', 'do not show the application to people who cannot open it')
    .addHelpText(
      'after',
      examples(["portico app access-text Vault 'Ask the back office.'", 'portico app access-text Vault --off']),
    )
    .action((application: string, text: string | undefined, _options, command: Command) =>
      start(command, () => import('./access-text.ts'), { application, text }),
    )
  addSignIn(group, start)
  const roles = withEnvironment(verbCommand(group, applicationNoun, 'roles', '<application>'))
  withRowsOutput(roles, roleNoun).action((application: string, _options, command: Command) =>
    start(command, () => import('./roles.ts'), { application }),
  )
  const people = withEnvironment(verbCommand(group, applicationNoun, 'people', '<application>'))
  withListOutput(people, openerNoun)
    .option('--search <text>', 'part of a name or username')
    .option('--count', 'print only how many there are')
    .addHelpText('after', examples(['portico app people Billing --env Production --columns name,roles']))
    .action((application: string, _options, command: Command) =>
      start(command, () => import('./people.ts'), { application }),
    )
}

function addSignIn(group: Command, start: Start): void {
  const usage = '<get|set|remove|secret> <application>'
  const command = withEnvironment(withDryRun(verbCommand(group, applicationNoun, 'sign-in', usage)))
  withSecretFile(withOutput(command, clientNoun), 'secret: ')
    .option('--metadata <file|url>', 'set: fill from the SAML metadata of the application')
    .option('--now', 'secret: end the old one at once, not after 24 hours')
    .option('-y, --yes', 'remove: do not ask')
  for (const { kind, flag } of clientFields) {
    if (kind === 'switch') command.option(`--${flag}`, 'set: switch it on').option(`--no-${flag}`, 'set: switch it off')
    else if (kind === 'lines') command.option(`--${flag} <url>`, 'set: an address (repeatable)', collect)
    else
      command.option(
        `--${flag} <${kind === 'pems' ? '@file' : 'value'}>`,
        kind === 'pems' ? 'set: PEM of a file' : 'set',
      )
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
      start(command, () => import('../../clients/commands/sign-in.ts'), { action, application }),
    )
}
