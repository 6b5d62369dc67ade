import type { Command } from 'commander'
import type { Noun } from '@portico/core'

import { verbCommand } from '../../program/noun-command.ts'
import { withOutput } from '../../program/options.ts'
import type { Start } from '../../program/program.ts'
import { principalNoun } from '@portico/core'

export function addPrincipalCommand(program: Command, start: Start): void {
  withOutput(verbCommand(program, principalNoun, 'whoami'), principalNoun as unknown as Noun).action(
    (_options, command: Command) => start(command, () => import('./whoami.ts')),
  )
}
