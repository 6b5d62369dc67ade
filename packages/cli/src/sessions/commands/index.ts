import type { Command } from 'commander'
import type { Noun } from '@portico/core'

import { verbCommand } from '../../command-kit/noun-command.ts'
import { withOutput } from '../../command-kit/options.ts'
import type { Start } from '../../command-kit/start.ts'
import { sessionNoun } from '@portico/core'

export function addSessionCommand(program: Command, start: Start): void {
  withOutput(verbCommand(program, sessionNoun, 'session'), sessionNoun as unknown as Noun).action(
    (_options, command: Command) => start(command, () => import('./session.ts')),
  )
}
