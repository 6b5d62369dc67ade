import { idleTimeNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addIdleTimeCommands(program: Command, start: Start): void {
  const group = nounCommand(program, idleTimeNoun)
  withOutput(verbCommand(group, idleTimeNoun, 'get'), idleTimeNoun).action((_options, command: Command) =>
    start(command, () => import('./get.ts')),
  )
  withOutput(withDryRun(verbCommand(group, idleTimeNoun, 'set', '<time>')), idleTimeNoun)
    .addHelpText(
      'after',
      `\nThe time is written as hh:mm, from 00:05 to 24:00.\n${examples(['portico idle-time set 00:30'])}`,
    )
    .action((time: string, _options, command: Command) => start(command, () => import('./set.ts'), { time }))
}
