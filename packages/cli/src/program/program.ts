import { Command } from 'commander'

import { addApiCommand } from '../api/commands/index.ts'
import { addApplicationCommands } from '../applications/commands/index.ts'
import { addConfigCommands } from '../config/commands/index.ts'
import type { Ports, Run } from '../context/context.ts'
import { addEnvironmentCommands } from '../environments/commands/index.ts'
import { addHelpCommand } from '../help/commands/index.ts'
import { terminalColumns } from '../output/terminal-columns.ts'
import { addPrincipalCommand } from '../launcher/commands/index.ts'
import { addProfileCommands } from '../profiles/commands/index.ts'
import { addServiceAccountCommands } from '../service-accounts/commands/index.ts'
import { addSessionCommand } from '../sessions/commands/index.ts'
import { addSignInCommands } from '../sign-in/commands/index.ts'
import { addTuiCommand } from '../tui/commands/index.ts'

/** Starts a command: loads its run, and hands it the options of the command and of the program. */
export type Start = <Options>(
  command: Command,
  load: () => Promise<{ readonly run: Run<Options> }>,
  own?: Partial<Options>,
) => Promise<void>

/** All commands as commander sees them. Their runs are loaded when they are called. */
export function createProgram({ io, version }: Ports, start: Start): Command {
  const program = new Command('portico')
  program
    .description('Launcher and identity administration from the command line.')
    .version(version)
    .option('--profile <name>', 'profile to work with')
    .option('--server <url>', 'address of the server')
    .option('--insecure-http', 'allow http to a server that is not this machine')
    .option('--debug', 'print requests, with secrets masked, and stacks')
    .configureHelp({ showGlobalOptions: true, helpWidth: io.stdout.isTTY ? terminalColumns(io) : 100 })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // Complaints are printed in one place, by run-command-line.ts.
      writeErr: () => undefined,
      getOutHasColors: () => false,
    })
    .exitOverride()
    .helpCommand(false)
    .addHelpText('after', '\nMore: portico help topics')
  addSignInCommands(program, start)
  addPrincipalCommand(program, start)
  addSessionCommand(program, start)
  addEnvironmentCommands(program, start)
  addApplicationCommands(program, start)
  addServiceAccountCommands(program, start)
  addApiCommand(program, start)
  addConfigCommands(program, start)
  addProfileCommands(program, start)
  addTuiCommand(program, start)
  addHelpCommand(program, start)
  return program
}
