import { doctorNoun } from '@portico/core'
import type { Command } from 'commander'

import { verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { examples, withListOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addDoctorCommand(program: Command, start: Start): void {
  withListOutput(verbCommand(program, doctorNoun, 'doctor'), doctorNoun)
    .option('--severity <level>', 'only findings of this severity or higher: urgent, soon or later', 'later')
    .addHelpText('after', '\nExit code 0: nothing found. 1: findings. Any other: the check itself failed.')
    .addHelpText(
      'after',
      examples(['portico doctor --severity soon', 'portico doctor --json id,severity,about,message,command']),
    )
    .action((_options, command: Command) => start(command, () => import('./doctor.ts')))
}
