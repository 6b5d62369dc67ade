import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { withDryRun, withListOutput, withOutput, withRowsOutput, withResult } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'
import { settingNoun } from '../noun.ts'

export function addConfigCommands(program: Command, start: Start): void {
  const group = nounCommand(program, settingNoun)
  withOutput(verbCommand(group, settingNoun, 'get', '<key>'), settingNoun).action(
    (key: string, _options, command: Command) => start(command, () => import('./get.ts'), { key }),
  )
  withResult(withDryRun(verbCommand(group, settingNoun, 'set', '<key> <value>'))).action(
    (key: string, value: string, _options, command: Command) =>
      start(command, () => import('./set.ts'), { key, value }),
  )
  withResult(withDryRun(verbCommand(group, settingNoun, 'unset', '<key>'))).action(
    (key: string, _options, command: Command) => start(command, () => import('./unset.ts'), { key }),
  )
  withListOutput(verbCommand(group, settingNoun, 'list'), settingNoun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withRowsOutput(verbCommand(group, settingNoun, 'explain', '<key>'), settingNoun).action(
    (key: string, _options, command: Command) => start(command, () => import('./explain.ts'), { key }),
  )
}
