import type { Command } from 'commander'

import { collect, withDryRun } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addApiCommand(program: Command, start: Start): void {
  const command = program
    .command('api <method> [path]')
    .usage('[method] <path> [options]')
    .description('Call the API: the body of the answer goes to stdout. The method is GET where none is named')
    .option('--input <file>', 'file with the JSON body, or - for stdin')
    .option('--field <name=value>', 'field of a JSON body (repeatable)', collect)
    .option('--query <name=value>', 'parameter of the query (repeatable)', collect)
    .option('--paginate', 'read all pages of a list, and print them as one')
    .option('--json', 'print a failure as JSON')
    .option('--jq <expression>', 'what an expression of jq makes of the answer')
    .option('-H, --header <header>', 'header to send, as "Name: value" (repeatable)', collect)
    .option('-i, --include', 'print status and media type of the answer on stderr')
  withDryRun(command).action((first: string, second: string | undefined, _options, command: Command) =>
    start(
      command,
      () => import('./call.ts'),
      second === undefined ? { method: 'GET', path: first } : { method: first, path: second },
    ),
  )
}
