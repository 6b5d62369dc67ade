import {
  getProvisioning,
  provisioningNoun,
  removeProvisioning,
  resendProvisioning,
  retryProvisioning,
  type Provisioning,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'
import { namedApplication } from '../named-application.ts'

type Options = CommonOptions & { action: string; app: string; yes?: boolean }

/** `provisioning show|retry|resend|remove`: what needs no values. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { action, app, dryRun } = options
  const { io, settings } = context
  const plan = planOutput(provisioningNoun, options, { io, configured: settings.get('output') })
  const isJson = plan.format === 'json'
  const { server, environment, application, params } = await namedApplication(context, app)
  const print = (row: Provisioning) => printRow(plan, { ...row, application: application.label }, context)
  if (action === 'show') return print((await server.call(getProvisioning, { params })).value)
  const words = await context.words()
  if (action === 'retry') {
    if (dryRun) return printDryRun([planned(retryProvisioning, params)], [], io, isJson)
    await print((await server.call(retryProvisioning, { params })).value)
    return context.say(words.say('provisioning.retried'))
  }
  if (action === 'resend') {
    if (dryRun) return printDryRun([planned(resendProvisioning, params)], [], io, isJson)
    const place = { application: application.label, environment: environment.name }
    await confirmYes(context, words.say('provisioning.resendAsk', place), options.yes === true)
    await print((await server.call(resendProvisioning, { params })).value)
    return context.say(words.say('provisioning.resent'))
  }
  if (dryRun) return printDryRun([planned(removeProvisioning, params)], [], io, isJson)
  const question = phrase`Stop sending people to ${application.label} in ${environment.name}? People and groups already there stay.`
  await confirmYes(context, question, options.yes === true)
  await server.call(removeProvisioning, { params })
  const done = { application: application.label, environment: environment.name, removed: true }
  report(done, words.say('provisioning.removed'), options, context)
}
