import { groupNoun, portalRoleNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { collect, examples, withDryRun, withRowsOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addPortalRoleCommands(program: Command, start: Start): void {
  const group = nounCommand(program, portalRoleNoun)
  const verb = (name: string, usage = '') => verbCommand(group, portalRoleNoun, name, usage)
  withRowsOutput(verb('list'), portalRoleNoun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withRowsOutput(verb('get', '<role>'), groupNoun).action((role: string, _options, command: Command) =>
    start(command, () => import('./get.ts'), { role }),
  )
  withRowsOutput(withDryRun(verb('set', '<role>')), groupNoun)
    .requiredOption('--group <group>', 'a group of the primary identity provider, by name or id (repeatable)', collect)
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['portico portal-role set security-admin --group admins --group it-operations']))
    .action((role: string, _options, command: Command) => start(command, () => import('./set.ts'), { role }))
}
