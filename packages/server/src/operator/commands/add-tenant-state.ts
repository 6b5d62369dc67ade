import type { BannerType } from '@portico/core/contract'
import { Option, type Command } from 'commander'

import type { CommandKit } from './command-kit.ts'
import { bannerTypes, runTenantActivate, runTenantBanner, runTenantDeactivate } from './tenant-state.ts'
import { UsageError } from './usage-error.ts'

type BannerFlags = { data: string; message?: string; type: BannerType; until?: string; clear?: true }

/** `portico-server tenant deactivate|activate|banner TENANT`. */
export function addTenantState(tenant: Command, { withData, place, print }: CommandKit): void {
  withData(tenant.command('deactivate').description('make a tenant read-only and show a banner').argument('<tenant>'))
    .option('--message <text>', 'reason and expected end, shown in the banner')
    .action(async (slug: string, options: { data: string; message?: string }) => {
      await runTenantDeactivate(place(options), slug, options.message)
      print(`${slug} is deactivated: it can be read, not changed. Running servers follow within 5 seconds.`)
    })

  withData(tenant.command('activate').description('reactivate a deactivated tenant').argument('<tenant>')).action(
    async (slug: string, options: { data: string }) => {
      await runTenantActivate(place(options), slug)
      print(`${slug} is active.`)
    },
  )

  withData(tenant.command('banner').description('show a banner to the people of a tenant').argument('<tenant>'))
    .option('--message <text>', 'text of the banner')
    .addOption(new Option('--type <type>', 'type of the banner').choices([...bannerTypes]).default('info'))
    .option('--until <time>', 'when it ends, such as 2027-01-31T18:00:00Z; without it, only with --clear')
    .option('--clear', 'remove the banner')
    .action(async (slug: string, options: BannerFlags) => {
      const { message, type, until, clear } = options
      if ((message === undefined) !== (clear === true)) throw new UsageError('Give either --message TEXT or --clear.')
      await runTenantBanner(place(options), slug, message === undefined ? undefined : { message, type, until })
      print(clear ? `${slug} has no banner.` : `${slug} shows the banner. Running servers follow within 5 seconds.`)
    })
}
