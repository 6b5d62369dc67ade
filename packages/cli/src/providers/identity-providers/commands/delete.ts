import { deleteIdentityProvider, identityProviderNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmByName } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { machineText } from '../../../kit/output/machine-text.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { safeText } from '../../../kit/io/neutralise.ts'
import { findProvider } from '../find.ts'

type Options = CommonOptions & { provider: string; confirm?: string }

/** Deletes permanently, after the name was typed or given with --confirm. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const { format } = planOutput(identityProviderNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { provider, etag } = await findProvider(server, options.provider)
  const { id, name, suffixes, prefixes } = provider
  const params = { id }
  if (options.dryRun) {
    const formats = [...suffixes.map((value) => `@${value}`), ...prefixes.map((value) => `${value}\\`)]
    const changes = [
      { field: 'name', from: name, to: null },
      ...(formats.length === 0 ? [] : [{ field: 'formats', from: formats, to: null }]),
    ]
    return printDryRun([planned(deleteIdentityProvider, params)], changes, io, format === 'json')
  }
  await confirmByName(context, { what: 'the identity provider', name, id, given: options.confirm })
  await server.call(deleteIdentityProvider, { params, ifMatch: etag })
  if (format === 'json' || format === 'jsonl' || format === 'yaml') {
    const gone = { id, name, deleted: true }
    io.stdout.write(safeText(await machineText(format, ['id', 'name', 'deleted'], [gone], gone), io))
  }
  context.say('The identity provider was deleted.')
}
