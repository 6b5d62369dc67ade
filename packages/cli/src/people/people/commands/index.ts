import { personDetailNoun, personNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withListOutput, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addPersonCommands(program: Command, start: Start): void {
  const group = nounCommand(program, personNoun)
  const verb = (name: string) => verbCommand(group, personNoun, name, '<person>')
  withListOutput(verbCommand(group, personNoun, 'list'), personNoun)
    .option('--search <text>', 'words of a name, username or e-mail address')
    .option('--idp <provider>', 'only those of one identity provider, by name or id')
    .option('--active', 'only those who are not deactivated')
    .option('--deactivated', 'only those who are deactivated')
    .option('--foreign-username', 'only those whose username does not belong to their identity provider')
    .option('--limit <count>', 'at most this many, by name')
    .addHelpText('after', examples(['portico person list --search lovelace --idp Headquarters']))
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withOutput(verb('get'), personDetailNoun).action((person: string, _options, command: Command) =>
    start(command, () => import('./get.ts'), { person }),
  )
  withOutput(withDryRun(verb('sign-out')), personNoun)
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', '\nEnds every session of the person, in browsers and on the command line.')
    .action((person: string, _options, command: Command) => start(command, () => import('./sign-out.ts'), { person }))
  withOutput(withDryRun(verb('deactivate')), personNoun)
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      '\nEnds every session, and rejects sign-ins even if the identity provider allows them, until `person reactivate`.',
    )
    .action((person: string, _options, command: Command) => start(command, () => import('./deactivate.ts'), { person }))
  withOutput(withDryRun(verb('reactivate')), personNoun).action((person: string, _options, command: Command) =>
    start(command, () => import('./reactivate.ts'), { person }),
  )
}
