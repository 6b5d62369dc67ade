import type { Command } from 'commander'

import { withEnvironment } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'
import type { Io } from '../../../kit/io/io.ts'

export function addTuiCommand(program: Command, start: Start): void {
  withEnvironment(program.command('tui').description('Work full screen in this terminal'))
    .option('--readonly', 'change nothing, even if the server would allow it')
    .option('--mouse <true|false>', 'use the mouse: clicks and the wheel')
    .option('--theme <name>', 'colours for a light or dark background, or auto')
    .option('--refresh <seconds>', 'seconds between reloads of the list on screen; 0: only with Ctrl-R')
    .action((_options, command: Command) => start(command, () => import('./tui.ts')))
}

/** Whether `portico` without arguments opens the terminal UI: stdin and stdout are terminals, and the terminal supports drawing. */
export function canDraw({ stdin, stdout, env }: Io): boolean {
  return stdout.isTTY && stdin.isTTY && env['TERM'] !== 'dumb'
}
