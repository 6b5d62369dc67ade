import { explainedAccessNoun } from '@portico/core'
import type { Command } from 'commander'

import { verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withEnvironment, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addExplainCommand(program: Command, start: Start): void {
  const explain = withEnvironment(verbCommand(program, explainedAccessNoun, 'explain', '<username>'))
  withOutput(explain, explainedAccessNoun)
    .option('--app <application>', 'only this application, by name, URN or id')
    .addHelpText('after', examples(['portico explain ada@acme.example --app Billing --env Production']))
    .action((user: string, _options, command: Command) => start(command, () => import('./explain.ts'), { user }))
}
