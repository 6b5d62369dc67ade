import type { Command } from 'commander'
import { environmentNoun } from '@portico/core'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { withDryRun, withListOutput, withOutput, withResult } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addEnvironmentCommands(program: Command, start: Start): void {
  const group = nounCommand(program, environmentNoun)
  withListOutput(verbCommand(group, environmentNoun, 'list'), environmentNoun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withOutput(withDryRun(verbCommand(group, environmentNoun, 'update', '<environment>')), environmentNoun)
    .requiredOption('--name <name>', 'new name')
    .action((environment: string, _options, command: Command) =>
      start(command, () => import('./update.ts'), { environment }),
    )
  withResult(withDryRun(verbCommand(group, environmentNoun, 'use', '<environment>'))).action(
    (environment: string, _options, command: Command) => start(command, () => import('./use.ts'), { environment }),
  )
}
