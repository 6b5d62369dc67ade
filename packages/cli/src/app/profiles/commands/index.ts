import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { withDryRun, withListOutput, withResult } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'
import { profileNoun } from '../noun.ts'

export function addProfileCommands(program: Command, start: Start): void {
  const group = nounCommand(program, profileNoun)
  withListOutput(verbCommand(group, profileNoun, 'list'), profileNoun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withResult(withDryRun(verbCommand(group, profileNoun, 'use', '<name>'))).action(
    (name: string, _options, command: Command) => start(command, () => import('./use.ts'), { name }),
  )
  withResult(withDryRun(verbCommand(group, profileNoun, 'delete', '<name>')))
    .option('-y, --yes', 'do not ask for confirmation')
    .action((name: string, _options, command: Command) => start(command, () => import('./delete.ts'), { name }))
}
