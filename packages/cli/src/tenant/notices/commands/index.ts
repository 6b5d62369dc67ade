import { noticeNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withListOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addNoticeCommands(program: Command, start: Start): void {
  const group = nounCommand(program, noticeNoun)
  withListOutput(verbCommand(group, noticeNoun, 'list'), noticeNoun)
    .addHelpText('after', examples(['portico notice list --filter severity=urgent --json where,message,expiresAt']))
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
}
