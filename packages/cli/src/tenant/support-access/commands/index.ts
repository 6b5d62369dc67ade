import { supportAccessNoun, supportRequestNoun, supportSessionNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withOutput, withRowsOutput, withResult } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addSupportAccessCommands(program: Command, start: Start): void {
  const group = nounCommand(program, supportAccessNoun)
  const verb = (name: string) => withOutput(verbCommand(group, supportAccessNoun, name), supportAccessNoun)
  verb('status').action((_options, command: Command) => start(command, () => import('./status.ts')))
  withDryRun(verb('allow'))
    .option('--change', 'let support users change settings too, not only read them')
    .addHelpText('after', examples(['portico support-access allow', 'portico support-access allow --change']))
    .action((_options, command: Command) => start(command, () => import('./set.ts'), { access: true }))
  withDryRun(verb('deny'))
    .option('-y, --yes', 'do not ask for confirmation')
    .action((_options, command: Command) => start(command, () => import('./set.ts'), { access: false }))
  withRowsOutput(verbCommand(group, supportSessionNoun, 'sessions'), supportSessionNoun).action(
    (_options, command: Command) => start(command, () => import('./sessions.ts')),
  )
  withResult(withDryRun(verbCommand(group, supportSessionNoun, 'end', '<id>')))
    .option('-y, --yes', 'do not ask for confirmation')
    .action((id: string, _options, command: Command) => start(command, () => import('./end.ts'), { id }))
  withRowsOutput(verbCommand(group, supportRequestNoun, 'transcript', '<id>'), supportRequestNoun)
    .addHelpText('after', examples(['portico support-access transcript 0199f3c2-…']))
    .action((id: string, _options, command: Command) => start(command, () => import('./transcript.ts'), { id }))
}
