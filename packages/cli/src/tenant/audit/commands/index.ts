import { auditNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withListOutput, withPeriod, withResult } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addAuditCommands(program: Command, start: Start): void {
  const group = nounCommand(program, auditNoun)
  withFilter(withListOutput(verbCommand(group, auditNoun, 'list'), auditNoun))
    .option('--limit <count>', 'at most this many, newest first', '50')
    .addHelpText(
      'after',
      examples(['portico audit list --since 24h --action service-account', 'portico audit list --actor robot --json']),
    )
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withFilter(verbCommand(group, auditNoun, 'export'))
    .option('-o, --out-file <file>', 'write to a file instead of stdout')
    .addHelpText(
      'after',
      `\nOne JSON object per line, oldest first.\n${examples(['portico audit export --since 2026-11-01 -o audit.jsonl'])}`,
    )
    .action((_options, command: Command) => start(command, () => import('./export.ts')))

  withResult(withDryRun(verbCommand(group, auditNoun, 'revert', '<id>')))
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      `\nShows what it will set, then asks for confirmation. Fails if a later change set the same value again.\n${examples(['portico audit list --target Auditor --columns id,action', 'portico audit revert 01a208a0-5c1f-7a32-a866-25880d4c7143 --dry-run'])}`,
    )
    .action((id: string, _options, command: Command) => start(command, () => import('./revert.ts'), { id }))
  verbCommand(group, auditNoun, 'head')
    .option('-o, --out-file <file>', 'write to a file instead of stdout')
    .addHelpText(
      'after',
      '\nStore it away from the server. `audit verify --head FILE` finds rows that were removed from the end.',
    )
    .action((_options, command: Command) => start(command, () => import('./head.ts')))
  verbCommand(group, auditNoun, 'verify')
    .option('--head <file>', 'head written by `audit head`')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', examples(['portico audit verify --head audit-head.json']))
    .action((_options, command: Command) => start(command, () => import('./verify.ts')))
}

/** Names and ids are compared exactly; `--search` finds parts of names. */
function withFilter(command: Command): Command {
  return withPeriod(command)
    .option('--actor <actor>', 'only what one person or account did, by name or id')
    .option('--action <action>', 'only actions that begin with this, such as session or service-account.create')
    .option('--target <target>', 'only what was done to one object, by name or id')
    .option('--kind <kind>', 'only what was done to one kind of object, such as user or identity-provider')
    .option('--search <text>', 'words in the names of who did it or what was changed')
    .option('--request <id>', 'only what one request did')
}
