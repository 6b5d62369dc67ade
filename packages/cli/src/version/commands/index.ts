import type { Command } from 'commander'
import type { Noun } from '@portico/core'

import { verbCommand } from '../../command-kit/noun-command.ts'
import { withOutput } from '../../command-kit/options.ts'
import type { Start } from '../../command-kit/start.ts'
import { versionNoun } from '../noun.ts'

export function addVersionCommand(program: Command, start: Start): void {
  const noun = versionNoun as unknown as Noun
  withOutput(verbCommand(program, noun as Noun<never>, 'version'), noun).action((_options, command: Command) =>
    start(command, () => import('./version.ts')),
  )
}
