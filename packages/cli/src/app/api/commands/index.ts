import type { Command } from 'commander'

import { collect, withDryRun } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addApiCommand(program: Command, start: Start): void {
  const command = program
    .command('api <method> [path]')
    .usage('[method] <path> [options]')
    .description('Call the API and print the response body to stdout. The default method is GET')
    .option('--input <file>', 'file with the JSON body, or - for stdin')
    .option('--field <name=value>', 'field of the JSON body (repeatable)', collect)
    .option('--query <name=value>', 'query parameter (repeatable)', collect)
    .option('--paginate', 'read all pages of a list and print them as one list')
    .option('--json', 'print a failure as JSON')
    .option('--jq <expression>', 'pass the response through a jq expression')
    .option('-H, --header <header>', 'header to send, as "Name: value" (repeatable)', collect)
    .option('-i, --include', 'print the status and media type of the response to stderr')
  withDryRun(command).action((first: string, second: string | undefined, _options, command: Command) =>
    start(
      command,
      () => import('./call.ts'),
      second === undefined ? { method: 'GET', path: first } : { method: first, path: second },
    ),
  )
}
