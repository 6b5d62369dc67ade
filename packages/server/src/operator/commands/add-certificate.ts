import { certificateLine, runCertificateExtend, runCertificateList, type ExtendOptions } from './certificate.ts'
import type { CommandKit } from './command-kit.ts'
import type { Command } from 'commander'

/** `portico-server certificate list|extend TENANT`, for when no administrator can sign in. */
export function addCertificate(program: Command, { withData, place, print }: CommandKit): void {
  const group = program.command('certificate').description('manage signing certificates of identity providers')

  withData(group.command('list').description('list signing certificates with their expiry').argument('<tenant>'))
    .option('--json', 'print JSON')
    .action(async (tenant: string, options: { data: string; json?: true }) => {
      const rows = await runCertificateList(place(options), tenant)
      if (options.json) print(JSON.stringify(rows, null, 2))
      else for (const row of rows) print(certificateLine(row))
    })

  withData(
    group.command('extend').description('accept an expired certificate for 72 more hours, once').argument('<tenant>'),
  )
    .requiredOption('--reason <text>', 'reason, recorded in the audit log')
    .option('--idp <provider>', 'its identity provider, by name or id')
    .option('--fingerprint <sha256>', 'its fingerprint or the beginning of it')
    .action(async (tenant: string, options: { data: string } & ExtendOptions) =>
      print(await runCertificateExtend(place(options), tenant, options)),
    )
}
