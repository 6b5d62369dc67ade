import type { Command } from 'commander'

import { withDryRun } from '../../program/options.ts'
import type { Start } from '../../program/program.ts'

export function addApiCommand(program: Command, start: Start): void {
  const command = program
    .command('api <method> <path>')
    .description('Call the API: the body of the answer goes to stdout')
    .option('--input <file>', 'file with the JSON body, or - for stdin')
    .option('--json', 'print a failure as JSON')
  withDryRun(command).action((method: string, path: string, _options, command: Command) =>
    start(command, () => import('./call.ts'), { method, path }),
  )
}
