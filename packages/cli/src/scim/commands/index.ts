import { scimNoun, type Noun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../command-kit/noun-command.ts'
import { examples, withDryRun, withOutput } from '../../command-kit/options.ts'
import type { Start } from '../../command-kit/start.ts'

const noun = scimNoun as unknown as Noun

export function addScimCommands(program: Command, start: Start): void {
  const group = nounCommand(program, scimNoun)
  const verb = (name: string, usage = '') =>
    verbCommand(group, scimNoun, name, usage).requiredOption('--idp <provider>', 'identity provider, by name or id')

  withOutput(withDryRun(verb('group-source', '[source]')), noun)
    .addHelpText(
      'after',
      `\nThe source is claims or scim. Without it, the present one is shown.\n${examples([
        'portico scim group-source --idp Login',
        'portico scim group-source --idp Login scim --dry-run',
      ])}`,
    )
    .action((source: string | undefined, _options, command: Command) =>
      start(command, () => import('./group-source.ts'), source === undefined ? {} : { source }),
    )
}
