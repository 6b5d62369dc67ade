import { getAccessText, putAccessText } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { applicationsOf, pickApplication } from '../find.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { application: string; text: string | undefined; off?: boolean }

/** What people who cannot open the application read under "More applications"; off: they do not see it. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  if ((options.text === undefined) === (options.off !== true))
    return fail('usage', 'Give the text, or --off.', { hint: 'portico app access-text --help' })
  const server = await context.server()
  const { id: envId, name } = await currentEnvironment(server, context)
  const { id: appId, label } = pickApplication(await applicationsOf(server, envId), options.application)
  const params = { envId, appId }
  const body = { text: options.text ?? null }
  if (options.dryRun) {
    const before = (await server.call(getAccessText, { params })).value
    const changes = changesBetween({ text: before.text }, body)
    return printDryRun([planned(putAccessText, params, body)], changes, context.io, options.json !== undefined)
  }
  await server.call(putAccessText, { params, body })
  report(
    { id: appId, application: label, environment: name, text: body.text },
    body.text === null
      ? phrase`${label} is not shown to people of ${name} who cannot open it.`
      : phrase`People of ${name} who cannot open ${label} read how to ask for it.`,
    options,
    context,
  )
}
