import { familyOf, getSetupMetadata, setupGuideOf } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { ourValueNoun } from '../../../providers/identity-providers/noun.ts'
import { stepLines } from '../../../providers/identity-providers/step-lines.ts'
import { valueLines } from '../../../providers/identity-providers/value-lines.ts'
import { safeXml } from '../../../kit/io/neutralise.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { openedSetup } from '../session.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { xml?: boolean; steps?: boolean }

/** Our addresses for the provider, which are known before it is configured; or the guide of the chosen product. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(ourValueNoun, options, { io, configured: settings.get('output') })
  const { server, setup } = await openedSetup(context)
  const { type, product } = setup
  if (type === null) return fail('conflict', 'Choose a type first.', { hint: 'portico setup choose --help' })
  if (options.steps) return io.stdout.write(stepLines(setupGuideOf(product, type).steps, io))
  const params = { type: familyOf(type) === 'saml' ? ('saml2' as const) : ('oidc' as const) }
  const { values, providers, xml } = (await server.call(getSetupMetadata, { params })).value
  if (options.xml)
    return xml === null
      ? fail('usage', phrase`${type} has no SAML metadata.`)
      : io.stdout.write(safeXml(`${xml.trimEnd()}\n`))
  const own = providers[0]?.values ?? []
  const common = values.filter(({ name }) => !own.some((one) => one.name === name))
  const rows = [...own, ...common].map((value) => ({ ...value, provider: null }))
  const isRead = (plan.format === 'table' || plan.format === 'wide') && !plan.named && io.accessible !== true
  return isRead ? io.stdout.write(valueLines(rows, io)) : printRows(plan, rows, context)
}
