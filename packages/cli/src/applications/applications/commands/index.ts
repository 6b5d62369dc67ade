import type { Command } from 'commander'
import { applicationNoun, openerNoun, roleNoun } from '@portico/core'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import {
  examples,
  withDryRun,
  withEnvironment,
  withListOutput,
  withRowsOutput,
  withResult,
} from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

/** `addSignIn`: adds how an application signs people in, among the others. */
export function addApplicationCommands(
  program: Command,
  start: Start,
  addSignIn: (group: Command, start: Start) => void,
): void {
  const group = nounCommand(program, applicationNoun)
  const list = withEnvironment(verbCommand(group, applicationNoun, 'list'))
  withListOutput(list, applicationNoun)
    .option('--mine', 'only those you can open, in the order of your launcher')
    .option('--favourites', 'only your favourites')
    .option('--recent', 'only those you opened recently')
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withResult(withDryRun(verbCommand(group, applicationNoun, 'favourite', '<add|remove> <application>'))).action(
    (action: string, application: string, _options, command: Command) =>
      start(command, () => import('./favourite.ts'), { action, application }),
  )
  withResult(withEnvironment(withDryRun(verbCommand(group, applicationNoun, 'icon', '<set|remove> <application>'))))
    .option('--file <file>', 'PNG, JPEG or WebP, at most 204,800 bytes')
    .option('--url <address>', 'public https address, which the server reads once')
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
    .option('--count', 'print only the number of people')
    .addHelpText('after', examples(['portico app people Billing --env Production --columns name,roles']))
    .action((application: string, _options, command: Command) =>
      start(command, () => import('./people.ts'), { application }),
    )
}
