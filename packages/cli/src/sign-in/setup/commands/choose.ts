import {
  presetOf,
  saveSetup,
  setupProductOf,
  setupProducts,
  type IdentityProviderType,
  type SetupProductId,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { requireType } from '../../../providers/identity-providers/draft.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { setupNoun } from '../noun.ts'
import { openedSetup, printSetup } from '../session.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { type?: string; product?: string; discard?: boolean }

/** Step 1: the product with its usual type, or a type. Another type discards what was configured. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings, say } = context
  const words = await context.words()
  const plan = planOutput(setupNoun, options, { io, configured: settings.get('output') })
  const product = productOf(options.product)
  const known = setupProductOf(product)
  const type = options.type === undefined && known !== undefined ? known.types[0] : requireType(options.type, words)
  if (known !== undefined && !known.types.includes(type))
    fail('usage', phrase`${known.name} is set up as ${known.types.join(' or ')}.`, {
      hint: 'portico setup choose --help',
    })
  const { server, setup, etag } = await openedSetup(context)
  const body = { step: 2 as const, type, product }
  if (options.dryRun) {
    const before = { type: setup.type, product: setup.product }
    return printDryRun(
      [planned(saveSetup, {}, body)],
      changesBetween(before, { type, product }),
      io,
      plan.format === 'json',
    )
  }
  if (setup.provider !== null && type !== setup.type && options.discard !== true)
    fail(
      'conflict',
      phrase`Another type discards the configuration of ${setup.provider.name}. Add --discard if you mean it.`,
    )
  const saved = (await server.call(saveSetup, { body, ifMatch: etag })).value
  await printSetup(plan, { server, setup: saved }, context)
  say(phrase`To tell the provider about us: portico setup metadata${hasGuide(type) ? ' --steps' : ''}`)
  say('Then: portico setup configure')
}

function productOf(text: string | undefined): SetupProductId | null {
  if (text === undefined) return null
  const wanted = text.toLowerCase()
  const found = setupProducts.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted)
  return (
    found?.id ??
    fail('usage', phrase`There is no product ${text}. --product takes ${setupProducts.map(({ id }) => id).join(', ')}.`)
  )
}

function hasGuide(type: IdentityProviderType): boolean {
  return presetOf(type).guide.length > 0
}
