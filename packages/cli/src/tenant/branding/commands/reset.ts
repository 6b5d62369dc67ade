import { getTenantBranding, resetTenantBranding } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'

/** Removes the branding of the tenant. The sign-in address stays. */
export async function run(options: CommonOptions & { yes?: boolean }, context: CommandContext): Promise<void> {
  const server = await context.server()
  if (options.dryRun) {
    const { name, primaryColor, accentColor, privacyPolicyUrl, logo } = (await server.call(getTenantBranding, {})).value
    const before = { name, primaryColor, accentColor, privacyPolicyUrl, logo: logo?.path ?? null }
    const after = { name: null, primaryColor: null, accentColor: null, privacyPolicyUrl: null, logo: null }
    return printDryRun(
      [planned(resetTenantBranding, {})],
      changesBetween(before, after),
      context.io,
      options.json !== undefined,
    )
  }
  const words = await context.words()
  const question = `${words.say('branding.resetQuestion')} ${words.say('branding.resetForGood')}`
  await confirmYes(context, question, options.yes === true)
  await server.call(resetTenantBranding, {})
  report({ reset: true }, words.say('branding.resetDone'), options, context)
}
