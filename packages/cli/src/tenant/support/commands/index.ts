import { supportNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withOutput, withResult, withDryRun } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addSupportCommands(program: Command, start: Start): void {
  const group = nounCommand(program, supportNoun)
  withOutput(withDryRun(verbCommand(group, supportNoun, 'enter', '<tenant>')), supportNoun)
    .requiredOption('--reason <text>', 'why you enter, shown to the administrators of the tenant')
    .option('--hours <count>', 'maximum length of the session: 1 to 8 (default: 1)')
    .addHelpText(
      'after',
      `\nTENANT is the short name or the id.\n${examples(['portico support enter acme --reason "Ticket 4711" --hours 2'])}`,
    )
    .action((tenant: string, _options, command: Command) => start(command, () => import('./enter.ts'), { tenant }))
  withResult(withDryRun(verbCommand(group, supportNoun, 'leave'))).action((_options, command: Command) =>
    start(command, () => import('./leave.ts')),
  )
  withOutput(verbCommand(group, supportNoun, 'status'), supportNoun).action((_options, command: Command) =>
    start(command, () => import('./status.ts')),
  )
}
