import type { Command } from 'commander'
import { tenantRoleFields, tenantRoleNoun } from '@portico/core'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { withDryRun, withListOutput, withOutput, withResult } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addTenantRoleCommands(program: Command, start: Start): void {
  const group = nounCommand(program, tenantRoleNoun)
  const verb = (name: string, usage = '') => verbCommand(group, tenantRoleNoun, name, usage)

  withListOutput(verb('list'), tenantRoleNoun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withOutput(verb('get', '<role>'), tenantRoleNoun).action((wanted: string, _options, command: Command) =>
    start(command, () => import('./get.ts'), { wanted }),
  )
  const create = withOutput(withDryRun(verb('create')), tenantRoleNoun)
  const update = withOutput(withDryRun(verb('update', '<role>')), tenantRoleNoun)
  for (const { flag: word, summary, required } of tenantRoleFields) {
    const flag = `--${word} <text>`
    if (required) create.requiredOption(flag, summary)
    else create.option(flag, summary)
    update.option(flag, summary)
  }
  create.action((_options, command: Command) => start(command, () => import('./save.ts')))
  update.action((wanted: string, _options, command: Command) => start(command, () => import('./save.ts'), { wanted }))
  withResult(withDryRun(verb('delete', '<role>')))
    .option('--confirm <name>', 'its name, instead of typing it when asked')
    .action((wanted: string, _options, command: Command) => start(command, () => import('./delete.ts'), { wanted }))
}
