import { operatedTenantNoun, tenantHealths } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withListOutput, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addOperationsCommands(program: Command, start: Start): void {
  const group = nounCommand(program, operatedTenantNoun)
  withListOutput(verbCommand(group, operatedTenantNoun, 'list'), operatedTenantNoun)
    .option('--search <text>', 'words of a name or short name')
    .option('--active', 'only those that are not deactivated')
    .option('--deactivated', 'only those that are deactivated')
    .option('--health <health>', `only those with this sign-in health: ${tenantHealths.join(', ')}`)
    .option('--limit <count>', 'at most this many, by name')
    .addHelpText('after', examples(['portico operations list --health failing --json slug,health,expiries']))
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withOutput(verbCommand(group, operatedTenantNoun, 'show', '<tenant>'), operatedTenantNoun)
    .addHelpText('after', '\nTENANT is the short name or the id.')
    .action((tenant: string, _options, command: Command) => start(command, () => import('./show.ts'), { tenant }))
}
