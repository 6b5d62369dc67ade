import type { Command } from 'commander'
import { applicationNoun, roleNoun, type Noun } from '@portico/core'

import { nounCommand, verbCommand } from '../../command-kit/noun-command.ts'
import { withEnvironment, withListOutput, withRowsOutput } from '../../command-kit/options.ts'
import type { Start } from '../../command-kit/start.ts'

export function addApplicationCommands(program: Command, start: Start): void {
  const group = nounCommand(program, applicationNoun)
  const list = withEnvironment(verbCommand(group, applicationNoun, 'list'))
  withListOutput(list, applicationNoun as unknown as Noun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  const roles = withEnvironment(verbCommand(group, applicationNoun, 'roles', '<application>'))
  withRowsOutput(roles, roleNoun as unknown as Noun).action((application: string, _options, command: Command) =>
    start(command, () => import('./roles.ts'), { application }),
  )
}
