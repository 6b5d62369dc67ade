import type { Command } from 'commander'
import { overviewNoun } from '@portico/core'

import { verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withListOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addOverviewCommand(program: Command, start: Start): void {
  withListOutput(verbCommand(program, overviewNoun, 'overview'), overviewNoun)
    .addHelpText('after', examples(['portico overview --filter level=urgent --json kind,name,days']))
    .action((_options, command: Command) => start(command, () => import('./overview.ts')))
}
