import {
  explainAccess,
  explainedAccessNoun,
  explainedStepLabels,
  explainedStepNoun,
  type Application,
  type ExplainedStep,
} from '@portico/core'

import { applicationsOf, pickApplication } from '../../../applications/applications/find.ts'
import type { CommandContext, CommonOptions, Server } from '../../../kit/context/context.ts'
import { allEnvironments, findEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import type { Io } from '../../../kit/io/io.ts'
import { paint } from '../../../kit/output/colour.ts'
import { indented } from '../../../kit/output/indented.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow, printRows } from '../../../kit/output/print.ts'
import { stepMarks } from '../step-marks.ts'

type Options = CommonOptions & { user: string; app?: string }

/** Prints the chain from a username to what the person can open, or what is missing; exits with 6 if no format matches. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const surroundings = { io, configured: settings.get('output') }
  const plan = planOutput(explainedAccessNoun, options, surroundings)
  const server = await context.server()
  const wanted = settings.get('environment')
  const environment = wanted === undefined ? undefined : await findEnvironment(server, wanted)
  const application = options.app === undefined ? undefined : await findAnywhere(server, options.app, environment?.id)
  const { value } = await server.call(explainAccess, {
    query: { user: options.user, environment: environment?.id, application: application?.id },
  })
  const isRead = !plan.named && plan.jq === undefined && ['table', 'wide', 'tsv', 'csv'].includes(plan.format)
  if (!isRead) await printRow(plan, value, context)
  else if (io.stdout.isTTY && (plan.format === 'table' || plan.format === 'wide'))
    io.stdout.write(chainText(value.steps, io))
  else await printRows(planOutput(explainedStepNoun, { output: plan.format }, surroundings), value.steps, context)
  if (value.outcome === 'known' || value.outcome === 'not-seen') return
  fail('not-found', 'No username format of this company matches.', {
    errorID: 'NOT_FOUND',
    hint: 'portico username-format list',
  })
}

/** An application of the environment; without one, of any. */
async function findAnywhere(server: Server, wanted: string, envId: string | undefined): Promise<Application> {
  const ids = envId === undefined ? (await allEnvironments(server)).map(({ id }) => id) : [envId]
  const found = new Map<string, Application>()
  for (const id of ids) for (const one of await applicationsOf(server, id)) found.set(one.id, one)
  return pickApplication([...found.values()], wanted)
}

const colours = { missing: 'red', unknown: 'yellow' } as const
const markWidth = 7

function chainText(steps: readonly ExplainedStep[], io: Io): string {
  const lines = steps.flatMap(({ step, outcome, sentence }) => {
    const mark = stepMarks[outcome].padEnd(markWidth)
    const painted = outcome === 'passed' ? mark : paint(mark, colours[outcome], io.stdout, io.env)
    const [first = '', ...others] = indented(`${explainedStepLabels[step]}: ${sentence}`, markWidth + 2, io)
    return [`${painted}  ${first.trimStart()}`, ...others]
  })
  return lines.map((line) => `${line}\n`).join('')
}
