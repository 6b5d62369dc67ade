import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { safeText } from '../../../kit/io/neutralise.ts'
import { printRow } from '../../../kit/output/print.ts'
import { settingNoun } from '../noun.ts'
import { requireSetting, settingRows } from '../rows.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Prints the plain value, or with an output flag the row with its origin. */
export async function run(options: CommonOptions & { key: string }, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const [row] = settingRows(requireSetting(options.key), settings)
  if (row === undefined || row.value === null)
    return fail('not-found', phrase`${options.key} is not set.`, { hint: `portico config set ${options.key} VALUE` })
  if (options.json === undefined && options.output === undefined && options.columns === undefined)
    return io.stdout.write(safeText(`${row.value}\n`, io))
  await printRow(planOutput(settingNoun, options, { io, configured: undefined }), row, context)
}
