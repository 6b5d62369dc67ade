import {
  getProvisioning,
  ProvisioningConfig,
  provisioningNoun,
  putProvisioning,
  readInput,
  type ProvisioningConfigInput,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { namedApplication } from '../named-application.ts'
import { tokenIn } from '../token-file.ts'

type Options = CommonOptions & {
  app: string
  url?: string
  token?: string
  groups?: boolean
  anyEmail?: boolean
  removal?: string
  on?: boolean
  off?: boolean
}

/** Sets what is named under the ETag of what was read; the rest stays. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { url, token, groups, anyEmail, removal, on, off, app } = options
  const { io, settings } = context
  const plan = planOutput(provisioningNoun, options, { io, configured: settings.get('output') })
  if (on && off) fail('usage', '--on and --off exclude each other.')
  const bearerToken = await tokenIn(token, context)
  const { server, application, params } = await namedApplication(context, app)
  const { value: before, etag } = await server.call(getProvisioning, { params })
  const typed = {
    ...(before.config ?? { url: '' }),
    ...(url !== undefined && { url }),
    ...(groups !== undefined && { sendGroups: groups }),
    ...(anyEmail !== undefined && { anyEmail }),
    ...(removal !== undefined && { removal }),
    ...((on || off) && { enabled: on === true }),
  }
  const input = readInput(ProvisioningConfig, typed)
  const words = await context.words()
  if (!input.ok) {
    const [first] = input.violations
    return fail('validation', words.say((first?.errorID ?? 'INVALID_VALUE') as 'INVALID_VALUE'))
  }
  const config = input.output as ProvisioningConfigInput
  const body = { config, ...(bearerToken !== undefined && { bearerToken }) }
  if (options.dryRun) {
    const shown = { config, ...(bearerToken !== undefined && { bearerToken: '…' }) }
    const changes = changesBetween({ ...before.config }, { ...config })
    return printDryRun([planned(putProvisioning, params, shown)], changes, io, plan.format === 'json')
  }
  const { value } = await server.call(putProvisioning, { params, body, ifMatch: etag })
  await printRow(plan, { ...value, application: application.label }, context)
  context.say(words.say('provisioning.saved'))
}
