import { doctorFindings, doctorNoun, getDoctorFacts, noticeLevels, selectRows } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { CommandFailure, fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { severity: string }

/** Prints what should be fixed. Exit code 1 where there is something, 2 where the server failed at the check. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(doctorNoun, options, { io: context.io, configured: context.settings.get('output') })
  const least = noticeLevels.findIndex((level) => level === options.severity)
  if (least < 0) fail('usage', '--severity is urgent, soon or later.')
  const rows = (await findings(context)).filter(({ severity }) => noticeLevels.indexOf(severity) <= least)
  await printRows(plan, rows, context)
  const isRead = plan.format === 'table' && !plan.named
  if (isRead)
    for (const command of new Set(selectRows(rows, plan).map((row) => row.command)))
      context.say(phrase`mend: ${command}`)
  if (rows.length > 0) fail('failure', rows.length === 1 ? '1 finding.' : phrase`${rows.length} findings.`)
}

async function findings(context: CommandContext) {
  try {
    const server = await context.server()
    const sentMs = context.clock.now()
    const { value: facts } = await server.call(getDoctorFacts, {})
    const receivedMs = context.clock.now()
    const words = await context.words()
    const answer = { facts, version: context.version, sentMs, receivedMs }
    return doctorFindings(answer, (id, values) => words.say(id, values))
  } catch (error) {
    // Exit code 1 says that there are findings.
    if (!(error instanceof CommandFailure))
      return fail('unchecked', error instanceof Error ? error.message : String(error))
    throw error.failure.kind === 'failure' ? new CommandFailure({ ...error.failure, kind: 'unchecked' }) : error
  }
}
