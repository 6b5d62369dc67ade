import { roleNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { withEnvironment, withListOutput, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addAppRoleCommands(program: Command, start: Start): void {
  const group = nounCommand(program, roleNoun)
  const verb = (name: string, usage = '') =>
    withEnvironment(verbCommand(group, roleNoun, name, usage)).requiredOption(
      '--app <application>',
      'application, by name, URN or id',
    )
  withListOutput(verb('list'), roleNoun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withOutput(verb('get', '<role>'), roleNoun).action((wanted: string, _options, command: Command) =>
    start(command, () => import('./get.ts'), { wanted }),
  )
}
