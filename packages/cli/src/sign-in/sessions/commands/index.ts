import { openSessionNoun, sessionNoun } from '@portico/core'
import type { Command } from 'commander'

import { verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withListOutput, withOutput, withResult } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

const user = ['--user <person>', 'sessions of this person, for administrators: username, name or id'] as const

/** `session` without a verb shows when this session ends; its verbs are about all sessions of a person. */
export function addSessionCommand(program: Command, start: Start): void {
  const group = withOutput(verbCommand(program, sessionNoun, 'session'), sessionNoun)
    .alias('sessions')
    .action((_options, command: Command) => start(command, () => import('./session.ts')))
  withListOutput(verbCommand(group, openSessionNoun, 'list'), openSessionNoun)
    .option(...user)
    .addHelpText('after', examples(['portico session list', 'portico session list --user ada@acme.example']))
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withResult(withDryRun(verbCommand(group, openSessionNoun, 'end', '[id]')))
    .option(...user)
    .option('--others', 'all of your own sessions except this one')
    .addHelpText('after', examples(['portico session end 0199f3c2-…', 'portico session end --others']))
    .action((id: string | undefined, _options, command: Command) => start(command, () => import('./end.ts'), { id }))
}
