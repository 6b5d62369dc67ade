import type { Command } from 'commander'

import { runAuditAccept, runAuditRotateKey, runAuditVerify } from './audit.ts'
import type { CommandKit } from './command-kit.ts'

export function addAudit(program: Command, { withData, place, print }: CommandKit): void {
  const audit = program.command('audit').description('verify the audit log and manage its seals')
  withData(
    audit
      .command('verify')
      .description('find rows that were changed, removed or inserted')
      .argument('<tenant>', 'slug'),
  )
    .option('--head <file>', 'file with a head from portico audit head: also finds rows that were removed from the end')
    .action(async (slug: string, options: { data: string; head?: string }) => {
      const { lines, findings } = await runAuditVerify(place(options), slug, options.head)
      for (const line of lines) print(line)
      if (findings.length > 0) process.exitCode = 1
    })
  withData(
    audit
      .command('accept')
      .description(
        'accept the log as it is now: after a restore, the loss of audit.memory, or once a finding is explained',
      )
      .argument('[tenant]', 'slug; without it, all tenants'),
  )
    .requiredOption('--reason <text>', 'reason, recorded in the audit log')
    .action(async (slug: string | undefined, options: { data: string; reason: string }) => {
      for (const line of await runAuditAccept(place(options), slug, options.reason)) print(line)
    })
  withData(audit.command('rotate-key').description('replace the key, and seal with the new one from now on')).action(
    async (options: { data: string }) => print(await runAuditRotateKey(place(options))),
  )
}
