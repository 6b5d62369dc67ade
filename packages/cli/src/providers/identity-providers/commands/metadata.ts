import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { familyOf, getOurMetadata, guides, metadataTypes, type IdentityProvider, type OurMetadata } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { safeXml } from '../../../kit/io/neutralise.ts'
import { printRows } from '../../../kit/output/print.ts'
import { pickProvider, providersOf } from '../find.ts'
import { ourValueNoun, type OurValue } from '../noun.ts'
import { stepLines } from '../step-lines.ts'
import { valueLines } from '../value-lines.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & {
  provider: string | undefined
  type?: string
  steps?: boolean
  xml?: boolean
  outFile?: string
}

/** Prints what the provider needs to know about Portico: values to copy, SAML metadata, or the steps to take there. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(ourValueNoun, options, { io, configured: settings.get('output') })
  const wantsXml = options.xml === true || options.outFile !== undefined
  const wanted = metadataTypes.find((known) => known === options.type)
  if (options.type !== undefined && wanted === undefined)
    fail('usage', phrase`--type is ${metadataTypes.join(' or ')}, not ${options.type}.`)
  if (options.provider === undefined && (wantsXml || options.steps || wanted === undefined))
    fail('usage', wantsXml || options.steps ? 'Name an identity provider.' : 'Name an identity provider, or --type.', {
      hint: 'portico idp list',
    })
  const server = await context.server()
  const provider =
    options.provider === undefined ? undefined : pickProvider(await providersOf(server), options.provider)
  if (options.steps && provider !== undefined) return io.stdout.write(stepLines(guides[provider.type], io))
  const own = provider === undefined || familyOf(provider.type) === 'saml' ? 'saml2' : 'oidc'
  const query = provider === undefined ? {} : { idp: provider.id }
  const metadata = (await server.call(getOurMetadata, { params: { type: wanted ?? own }, query })).value
  if (wantsXml) return printXml(metadata.xml, provider, options.outFile, context)
  const values = valuesOf(metadata, provider?.id)
  const isRead = (plan.format === 'table' || plan.format === 'wide') && !plan.named && io.accessible !== true
  return isRead ? io.stdout.write(valueLines(values, io)) : printRows(plan, values, context)
}

function printXml(
  xml: string | null,
  provider: IdentityProvider | undefined,
  outFile: string | undefined,
  { io, say }: CommandContext,
): void {
  if (xml === null)
    return fail(
      'validation',
      phrase`${provider?.name ?? ''} has no SAML metadata: it is of type ${provider?.type ?? ''}.`,
    )
  if (outFile === undefined) return io.stdout.write(safeXml(xml.endsWith('\n') ? xml : `${xml}\n`))
  const path = resolve(io.cwd, outFile)
  try {
    writeFileSync(path, xml)
  } catch (reason) {
    return fail(
      'failure',
      phrase`${path} cannot be written: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  }
  say(phrase`The metadata was written to ${path}.`)
}

/** The tenant's values, then those of each provider; a single provider's values replace the tenant's of the same name. */
function valuesOf({ values, providers }: OurMetadata, id: string | undefined): OurValue[] {
  const own = providers.filter((provider) => id === undefined || provider.id === id)
  const isSaid = (name: string) =>
    id !== undefined && own.some((one) => one.values.some((value) => value.name === name))
  return [
    ...values.filter(({ name }) => !isSaid(name)).map((value) => ({ ...value, provider: null })),
    ...own.flatMap(({ name, values: its }) => its.map((value) => ({ ...value, provider: name }))),
  ]
}
