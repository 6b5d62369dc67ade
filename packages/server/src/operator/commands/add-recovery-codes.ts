import { createInterface } from 'node:readline/promises'

import type { Command } from 'commander'

import type { CommandKit } from './command-kit.ts'
import {
  runRecoveryCreate,
  runRecoveryDrill,
  runRecoveryStatus,
  statusLines,
  type CreateOptions,
} from './recovery-codes.ts'
import { UsageError } from './usage-error.ts'

/** `portico-server recovery-codes create|drill|status TENANT`. A code is read from stdin, never from an argument. */
export function addRecoveryCodes(program: Command, { withData, place, print }: CommandKit): void {
  const codes = program
    .command('recovery-codes')
    .description('manage the codes for repairing identity providers when sign-in fails')

  withData(codes.command('create').description('create two codes; they are shown once').argument('<tenant>'))
    .option('--days <days>', 'days until they expire (default: 365)')
    .option('--replace', 'withdraw the current codes')
    .action(async (tenant: string, options: { data: string } & CreateOptions) => {
      const { codes: made, state } = await runRecoveryCreate(place(options), tenant, options)
      for (const code of made) print(code)
      note(`They expire on ${state.expiresOn?.slice(0, 10)}. Keep them on paper, in two places.`)
      note(`They open nothing before one is drilled: portico-server recovery-codes drill ${tenant}`)
    })

  withData(
    codes.command('drill').description('verify a code and replace it, which arms the codes').argument('<tenant>'),
  ).action(async (tenant: string, options: { data: string }) => {
    print(await runRecoveryDrill(place(options), tenant, await readCode()))
    note('The codes are armed. Keep this code in place of the one you typed.')
  })

  withData(codes.command('status').description('show whether codes exist and work').argument('<tenant>'))
    .option('--json', 'print JSON')
    .action(async (tenant: string, options: { data: string; json?: true }) => {
      const state = await runRecoveryStatus(place(options), tenant)
      if (options.json) print(JSON.stringify(state, null, 2))
      else for (const line of statusLines(state, tenant)) print(line)
    })
}

const note = (line: string) => process.stderr.write(`${line}\n`)

/** One line of stdin. As an argument, the code would be in the shell's history and the list of processes. */
async function readCode(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  if (process.stdin.isTTY) process.stderr.write('Recovery code: ')
  for await (const line of lines) {
    lines.close()
    return line
  }
  throw new UsageError('Type the recovery code, or give it on standard input.')
}
