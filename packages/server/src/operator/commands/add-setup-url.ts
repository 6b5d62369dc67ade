import { setupUrlHours } from '@portico/core/contract'
import type { Command } from 'commander'

import type { CommandKit } from './command-kit.ts'
import {
  runSetupUrlCreate,
  runSetupUrlStatus,
  runSetupUrlWithdraw,
  urlStateLines,
  type SetupUrlOptions,
} from './setup-url.ts'

/** `portico-server setup-url create|status|withdraw TENANT`. */
export function addSetupUrl(program: Command, { withData, place, print }: CommandKit): void {
  const url = program.command('setup-url').description('manage the URL that opens the first-time setup of a tenant')

  withData(
    url
      .command('create')
      .description(`print a URL that is valid for ${setupUrlHours} hours; earlier ones end`)
      .argument('<tenant>'),
  )
    .option('--again', 'even if the tenant has Security Admins')
    .action(async (tenant: string, options: { data: string } & SetupUrlOptions) => {
      const made = await runSetupUrlCreate(place(options), tenant, options)
      print(made.url)
      note(
        `It is shown once, and opens the setup until ${made.expiresAt.toISOString()} or until the setup is complete.`,
      )
    })

  withData(url.command('status').description('show the state of the latest URL').argument('<tenant>'))
    .option('--json', 'print JSON')
    .action(async (tenant: string, options: { data: string; json?: true }) => {
      const state = await runSetupUrlStatus(place(options), tenant)
      if (options.json) print(JSON.stringify(state ?? null, null, 2))
      else for (const line of urlStateLines(state)) print(line)
    })

  withData(url.command('withdraw').description('withdraw the open URL').argument('<tenant>')).action(
    async (tenant: string, options: { data: string }) => {
      await runSetupUrlWithdraw(place(options), tenant)
      print('The setup URL no longer works.')
    },
  )
}

const note = (line: string) => process.stderr.write(`${line}\n`)
