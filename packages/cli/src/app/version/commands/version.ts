import { apiPrefix } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { rawCall } from '../../../kit/context/raw-call.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { versionNoun } from '../noun.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Prints the versions, without a sign-in. A server that does not answer is a warning. */
export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(versionNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = context.settings.get('server') ?? null
  const serverVersion = server === null ? null : await versionOf(server, context)
  await printRow(plan, { version: context.version, server, serverVersion }, context)
}

async function versionOf(origin: string, context: CommandContext): Promise<string | null> {
  const answer = await rawCall(await context.connect(origin), { method: 'GET', path: `${apiPrefix}/openapi.json` })
  const version = answer.ok ? infoVersion(answer.value.text) : null
  if (version === null)
    context.warn(
      answer.ok
        ? phrase`${origin} does not say its version.`
        : phrase`${origin} does not say its version: ${answer.problem.errorMessage}`,
    )
  return version
}

/** `info.version` of an OpenAPI document. */
function infoVersion(text: string): string | null {
  try {
    const { info } = JSON.parse(text) as { info?: { version?: unknown } }
    return typeof info?.version === 'string' ? info.version : null
  } catch {
    return null
  }
}
