import {
  lintIdentityProvider,
  lintIdentityProviderDraft,
  selectRows,
  type IdentityProvider,
  type LintFinding,
} from '@portico/core'

import type { CommandContext, CommonOptions, Server } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { requireValid } from '../draft.ts'
import { pickProvider, providersOf } from '../find.ts'
import { findingLines } from '../finding-lines.ts'
import { findingNoun, type FindingRow } from '../noun.ts'
import { merged, readProviderFile } from '../provider-file.ts'
import { secretNamesOf } from '../secrets.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { provider: string | undefined; file?: string }

/** Prints the linter's findings; exits with 1 if one is an error. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(findingNoun, options, { io: context.io, configured: context.settings.get('output') })
  if (options.file !== undefined && options.provider !== undefined)
    fail('usage', 'Name an identity provider, or a file with --file, not both.')
  const server = await context.server()
  const rows =
    options.file === undefined
      ? await savedFindings(server, options.provider)
      : await draftFindings(options.file, server, context)
  const isRead = (plan.format === 'table' || plan.format === 'wide') && !plan.named && rows.length > 0
  if (isRead) context.io.stdout.write(findingLines(selectRows(rows, plan), context.io))
  else await printRows(plan, rows, context)
  const errors = rows.filter(({ severity }) => severity === 'error').length
  if (errors > 0)
    fail('failure', phrase`${errors === 1 ? phrase`1 finding is an error` : phrase`${errors} findings are errors`}.`)
}

async function savedFindings(server: Server, wanted: string | undefined): Promise<FindingRow[]> {
  const all = await providersOf(server)
  const chosen: readonly IdentityProvider[] = wanted === undefined ? all : [pickProvider(all, wanted)]
  const found: FindingRow[] = []
  for (const { id, name } of chosen)
    found.push(...named((await server.call(lintIdentityProvider, { params: { id } })).value.findings, name))
  return found
}

async function draftFindings(path: string, server: Server, context: CommandContext): Promise<FindingRow[]> {
  const words = await context.words()
  const file = await readProviderFile(path, undefined, { io: context.io, words })
  const { type, secrets } = file
  const name = file.name ?? path
  const draft = { type, name, enabled: file.enabled ?? true, config: merged({}, file), secrets }
  // Treats all secrets as stored: the server reports missing ones as findings.
  const body = requireValid(draft, words, secretNamesOf(type))
  return named((await server.call(lintIdentityProviderDraft, { body })).value.findings, name)
}

function named(findings: readonly LintFinding[], provider: string): FindingRow[] {
  return findings.map((finding) => ({ ...finding, provider }))
}
