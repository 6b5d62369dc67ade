import type { Command } from 'commander'
import type { Noun } from '@portico/core'

import { verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'
import { versionNoun } from '../noun.ts'

export function addVersionCommand(program: Command, start: Start): void {
  withOutput(verbCommand(program, versionNoun as Noun<never>, 'version'), versionNoun).action(
    (_options, command: Command) => start(command, () => import('./version.ts')),
  )
}
