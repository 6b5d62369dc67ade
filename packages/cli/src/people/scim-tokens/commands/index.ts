import { createdScimTokenNoun, scimTokenNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import {
  examples,
  withDryRun,
  withListOutput,
  withOutput,
  withSecretFile,
  withResult,
} from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addScimTokenCommands(program: Command, start: Start): void {
  const group = nounCommand(program, scimTokenNoun)
  const verb = (name: string, usage = '') =>
    verbCommand(group, scimTokenNoun, name, usage).requiredOption(
      '--idp <provider>',
      'identity provider, by name or id',
    )

  withListOutput(verb('list'), scimTokenNoun).action((_options, command: Command) =>
    start(command, () => import('./list.ts')),
  )
  withSecretFile(withOutput(withDryRun(verb('create')), createdScimTokenNoun))
    .requiredOption('--name <name>', 'what the token is for')
    .option('--days <days>', 'number of days it is valid (default: 365)')
    .option(
      '--dry-run-token',
      'create a token for dry runs: its requests are answered as if they were applied, but change nothing',
    )
    .addHelpText(
      'after',
      examples([
        'portico scim-token create --idp Login --name "Entra ID" --out-file scim.token',
        'portico scim-token create --idp Login --name trial --days 90 --json token',
      ]),
    )
    .action((_options, command: Command) => start(command, () => import('./create.ts')))
  for (const name of ['enable', 'disable'] as const)
    withOutput(withDryRun(verb(name, '<scim-token>')), scimTokenNoun).action(
      (wanted: string, _options, command: Command) =>
        start(command, () => import('./set-active.ts'), { wanted, active: name === 'enable' }),
    )
  withResult(withDryRun(verb('delete', '<scim-token>')))
    .option('--confirm <name>', 'the name or id of the token, instead of typing it when asked')
    .action((wanted: string, _options, command: Command) => start(command, () => import('./delete.ts'), { wanted }))
}
