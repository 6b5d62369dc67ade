import type { Command } from 'commander'
import type { Noun } from '@portico/core'

import { nounCommand, verbCommand } from '../../command-kit/noun-command.ts'
import { withDryRun, withListOutput, withOutput, withRowsOutput, withResult } from '../../command-kit/options.ts'
import type { Start } from '../../command-kit/start.ts'
import { settingNoun } from '../noun.ts'

export function addConfigCommands(program: Command, start: Start): void {
  const noun = settingNoun as unknown as Noun
  const group = nounCommand(program, settingNoun)
  withOutput(verbCommand(group, settingNoun, 'get', '<key>'), noun).action((key: string, _options, command: Command) =>
    start(command, () => import('./get.ts'), { key }),
  )
  withResult(withDryRun(verbCommand(group, settingNoun, 'set', '<key> <value>'))).action(
    (key: string, value: string, _options, command: Command) =>
      start(command, () => import('./set.ts'), { key, value }),
  )
  withResult(withDryRun(verbCommand(group, settingNoun, 'unset', '<key>'))).action(
    (key: string, _options, command: Command) => start(command, () => import('./unset.ts'), { key }),
  )
  withListOutput(verbCommand(group, settingNoun, 'list'), noun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withRowsOutput(verbCommand(group, settingNoun, 'explain', '<key>'), noun).action(
    (key: string, _options, command: Command) => start(command, () => import('./explain.ts'), { key }),
  )
}
