import {
  scimActivityNoun,
  scimDriftNoun,
  scimNoun,
  scimRequestDetailNoun,
  scimRequestNoun,
  scimUnseenNoun,
} from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withListOutput, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addScimCommands(program: Command, start: Start): void {
  const group = nounCommand(program, scimNoun)
  const verb = (name: string, usage = '') =>
    verbCommand(group, scimNoun, name, usage).requiredOption('--idp <provider>', 'identity provider, by name or id')

  withOutput(withDryRun(verb('group-source', '[source]')), scimNoun)
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `\nSOURCE is claims or scim. Without it, the current source is shown.\n${examples([
        'portico scim group-source --idp Login',
        'portico scim group-source --idp Login scim --dry-run',
      ])}`,
    )
    .action((source: string | undefined, _options, command: Command) =>
      start(command, () => import('./group-source.ts'), source === undefined ? {} : { source }),
    )
  withListOutput(verb('requests'), scimRequestNoun)
    .option('--changed', 'only those that changed something')
    .option('--failed', 'only those that failed')
    .option('--limit <count>', 'at most this many, newest first', '50')
    .addHelpText('after', examples(['portico scim requests --idp Login --failed --json at,path,status,detail']))
    .action((_options, command: Command) => start(command, () => import('./requests.ts')))
  withOutput(verb('request', '<scim-request>'), scimRequestDetailNoun)
    .addHelpText(
      'after',
      '\nSCIM-REQUEST is an id from `portico scim requests -o wide`. Only values that identify people and groups are shown.',
    )
    .action((wanted: string, _options, command: Command) => start(command, () => import('./request.ts'), { wanted }))
  withListOutput(verb('activity'), scimActivityNoun)
    .option('--by <unit>', 'day (the last 30) or hour (the last 48)', 'day')
    .action((_options, command: Command) => start(command, () => import('./activity.ts')))
  withOutput(verb('drift'), scimDriftNoun).action((_options, command: Command) =>
    start(command, () => import('./drift.ts')),
  )
  withListOutput(verb('unseen'), scimUnseenNoun)
    .option('--limit <count>', 'at most this many, oldest first', '200')
    .action((_options, command: Command) => start(command, () => import('./unseen.ts')))
}
