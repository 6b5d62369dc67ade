import { supportAccessNoun, type Noun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../command-kit/noun-command.ts'
import { examples, withDryRun, withOutput } from '../../command-kit/options.ts'
import type { Start } from '../../command-kit/start.ts'

export function addSupportAccessCommands(program: Command, start: Start): void {
  const noun = supportAccessNoun as unknown as Noun
  const group = nounCommand(program, supportAccessNoun)
  const verb = (name: string) => withOutput(verbCommand(group, supportAccessNoun, name), noun)
  verb('status').action((_options, command: Command) => start(command, () => import('./status.ts')))
  withDryRun(verb('allow'))
    .option('--change', 'let support users change settings too, instead of only reading them')
    .addHelpText('after', examples(['portico support-access allow', 'portico support-access allow --change']))
    .action((_options, command: Command) => start(command, () => import('./set.ts'), { access: true }))
  withDryRun(verb('deny')).action((_options, command: Command) =>
    start(command, () => import('./set.ts'), { access: false }),
  )
}
