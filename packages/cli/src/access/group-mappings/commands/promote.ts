import { createMappingEditor, mappingInput, mappingName, type MappingDifference } from '@portico/core'

import type { CommandContext, CommonOptions, Server } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { CommandFailure } from '../../../kit/errors/failure.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { compareEnvironments, type ComparedEnvironments, type ComparisonFlags } from '../compare.ts'
import { plannedMapping } from '../planned.ts'
import { comparisonNoun, printComparison } from '../print-comparison.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & ComparisonFlags & { readonly yes?: boolean }

/**
 * Maps groups in one environment as in another: prints the plan, asks, and replaces each mapping under the ETag that the
 * plan was made from. What one of the environments does not have stays as it is, and is named.
 */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(comparisonNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const compared = await compareEnvironments(server, options, context)
  const { from, to, comparison } = compared
  const { different } = comparison
  if (options.dryRun) return dryRun(compared, context, plan.format === 'json')
  await printComparison(compared, options, context)
  sayWhatStays(compared, context)
  if (different.length === 0) return context.say(phrase`There is nothing to promote to ${to.name}.`)
  const count = different.length === 1 ? phrase`1 mapping` : phrase`${different.length} mappings`
  await confirmYes(context, phrase`Replace ${count} of ${to.name} with those of ${from.name}?`, options.yes === true)
  await apply(server, compared, context)
  context.say(phrase`${count} of ${to.name} replaced.`)
}

async function apply(server: Server, { to, comparison }: ComparedEnvironments, context: CommandContext): Promise<void> {
  const parts = await editorParts(server, context)
  for (const [done, { from: wanted, to: mapping }] of comparison.different.entries()) {
    const target = { ...mapping, envId: to.id, environmentName: to.name }
    const editor = createMappingEditor(parts, { target })
    editor.openMapping(mapping)
    editor.replace(wanted.groups)
    try {
      await saveOrFail(editor)
    } catch (reason) {
      if (!(reason instanceof CommandFailure)) throw reason
      context.say(
        phrase`Replaced ${done} of ${comparison.different.length}; ${mappingName(mapping)} failed. Run the command again for the rest.`,
      )
      throw reason
    }
  }
}

function sayWhatStays({ to, comparison }: ComparedEnvironments, context: CommandContext): void {
  const { onlyFrom, onlyTo } = comparison
  if (onlyFrom.length > 0)
    context.say(phrase`Not in ${to.name}, so not promoted: ${onlyFrom.map(mappingName).join(', ')}.`)
  if (onlyTo.length > 0) context.say(phrase`Only in ${to.name}, unchanged: ${onlyTo.map(mappingName).join(', ')}.`)
}

async function dryRun({ to, comparison }: ComparedEnvironments, { io }: CommandContext, json: boolean): Promise<void> {
  const names = (groups: MappingDifference['added']) => groups.map(({ name }) => name).toSorted()
  printDryRun(
    comparison.different.map(({ from, to: mapping }) =>
      plannedMapping({ ...mapping, envId: to.id }, mappingInput(from.groups)),
    ),
    comparison.different.map(({ from, to: mapping }) => ({
      field: mappingName(mapping),
      from: names(mapping.groups),
      to: names(from.groups),
    })),
    io,
    json,
  )
}
