import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { compareEnvironments, type ComparisonFlags } from '../compare.ts'
import { printComparison } from '../print-comparison.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Prints how the mappings of two environments differ. Exit code 1 if they do. */
export async function run(options: CommonOptions & ComparisonFlags, context: CommandContext): Promise<void> {
  const compared = await compareEnvironments(await context.server(), options, context)
  await printComparison(compared, options, context)
  const { different, onlyFrom, onlyTo } = compared.comparison
  const count = different.length + onlyFrom.length + onlyTo.length
  if (count === 0) return context.say(phrase`${compared.to.name} has the same mappings as ${compared.from.name}.`)
  fail('failure', phrase`${count === 1 ? phrase`1 mapping differs` : phrase`${count} mappings differ`}.`)
}
