import type { Command } from 'commander'

import { runAuditAccept, runAuditRotateKey, runAuditVerify } from './audit.ts'
import type { CommandKit } from './command-kit.ts'

export function addAudit(program: Command, { withData, place, print }: CommandKit): void {
  const audit = program.command('audit').description('check the seals of the audit log')
  withData(
    audit
      .command('verify')
      .description('find rows that were changed, removed or inserted')
      .argument('<tenant>', 'slug'),
  )
    .option('--head <file>', 'head that portico audit head wrote: finds an end that was removed, too')
    .action(async (slug: string, options: { data: string; head?: string }) => {
      const { lines, findings } = await runAuditVerify(place(options), slug, options.head)
      for (const line of lines) print(line)
      if (findings.length > 0) process.exitCode = 1
    })
  withData(
    audit
      .command('accept')
      .description(
        'accept the log as it is now: after a restore, with a lost audit.memory, or once a finding is explained',
      )
      .argument('[tenant]', 'slug; without it, all tenants'),
  )
    .requiredOption('--reason <text>', 'why: recorded in the audit log')
    .action(async (slug: string | undefined, options: { data: string; reason: string }) => {
      for (const line of await runAuditAccept(place(options), slug, options.reason)) print(line)
    })
  withData(audit.command('rotate-key').description('seal with a new key from now on')).action(
    async (options: { data: string }) => print(await runAuditRotateKey(place(options))),
  )
}
