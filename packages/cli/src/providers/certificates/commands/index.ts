import type { Command } from 'commander'
import { certificateNoun } from '@portico/core'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withListOutput, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addCertificateCommands(program: Command, start: Start): void {
  const group = nounCommand(program, certificateNoun)
  withListOutput(verbCommand(group, certificateNoun, 'list'), certificateNoun)
    .option('--idp <provider>', 'only those of one identity provider, by name or id')
    .action((_options, command: Command) => start(command, () => import('./list.ts')))
  withOutput(withDryRun(verbCommand(group, certificateNoun, 'extend')), certificateNoun)
    .requiredOption('--idp <provider>', 'identity provider, by name or id')
    .requiredOption('--reason <text>', 'reason, recorded in the audit log')
    .option('--fingerprint <sha256>', 'its fingerprint or the beginning of it; required if several have expired')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples(["portico cert extend --idp Partners --reason 'their administrator is back on Monday'"]),
    )
    .action((_options, command: Command) => start(command, () => import('./extend.ts')))
  withOutput(withDryRun(verbCommand(group, certificateNoun, 'refresh')), certificateNoun)
    .requiredOption('--idp <provider>', 'identity provider, by name or id')
    .addHelpText('after', examples(['portico cert refresh --idp Partners']))
    .action((_options, command: Command) => start(command, () => import('./refresh.ts')))
  withOutput(withDryRun(verbCommand(group, certificateNoun, 'retire')), certificateNoun)
    .requiredOption('--idp <provider>', 'identity provider, by name or id')
    .option('--slot <slot>', '1 or 2')
    .option('--fingerprint <sha256>', 'its fingerprint or the beginning of it, instead of the slot')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['portico cert retire --idp Partners --slot 1']))
    .action((_options, command: Command) => start(command, () => import('./retire.ts')))
}
