import { groupNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withOutput, withRowsOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addGroupCommands(program: Command, start: Start): void {
  const group = nounCommand(program, groupNoun)
  withRowsOutput(verbCommand(group, groupNoun, 'list'), groupNoun)
    .option('--idp <provider>', 'only those of one identity provider, by name or id')
    .option('--search <text>', 'part of a name')
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withOutput(withDryRun(verbCommand(group, groupNoun, 'create')), groupNoun)
    .requiredOption('--idp <provider>', 'identity provider, by name or id')
    .requiredOption('--claim <text>', 'the group as it appears in tokens; for Azure AD, its object ID')
    .option('--name <text>', 'display name (default: the claim after transforms)')
    .addHelpText('after', examples(["portico group create --idp Login --claim 'cn=finance' --name Finance"]))
    .action((_options, command: Command) => start(command, () => import('./create.ts')))
  withOutput(withDryRun(verbCommand(group, groupNoun, 'forget')), groupNoun)
    .requiredOption('--idp <provider>', 'identity provider, by name or id')
    .addHelpText('after', '\nGroups that are mapped to a role or an application are kept and listed.')
    .action((_options, command: Command) => start(command, () => import('./forget.ts')))
}
