import { brandingNoun } from '@portico/core'
import type { Command } from 'commander'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withDryRun, withOutput, withResult } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addBrandingCommands(program: Command, start: Start): void {
  const group = nounCommand(program, brandingNoun)
  withOutput(verbCommand(group, brandingNoun, 'show'), brandingNoun).action((_options, command: Command) =>
    start(command, () => import('./show.ts')),
  )
  withOutput(withDryRun(verbCommand(group, brandingNoun, 'set')), brandingNoun)
    .option('--name <text>', 'name in the header and in page titles')
    .option('--primary-color <colour>', 'colour of buttons and links, as #rrggbb')
    .option('--accent-color <colour>', 'colour of favourites and of the picture on the sign-in page')
    .option('--privacy-url <url>', 'https address of the privacy policy')
    .option('--logo <file>', 'PNG, JPEG or WebP file')
    .addHelpText(
      'after',
      `\nAn empty value restores what the operator of the server set.\n${examples([
        "portico branding set --name 'Acme Works' --primary-color '#0a4fa3' --logo logo.png",
        "portico branding set --privacy-url ''",
      ])}`,
    )
    .action((_options, command: Command) => start(command, () => import('./set.ts')))
  withResult(withDryRun(verbCommand(group, brandingNoun, 'reset')))
    .option('-y, --yes', 'do not ask for confirmation')
    .action((_options, command: Command) => start(command, () => import('./reset.ts')))
}
