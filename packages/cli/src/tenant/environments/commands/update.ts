import {
  createEnvironmentEditor,
  environmentNoun,
  getEnvironment,
  matchByIdOrName,
  updateEnvironment,
  type AdminEnvironment,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, requireSavable, saveOrFail } from '../../../kit/context/editing.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { requireNoViolations } from '../../../kit/errors/problem-failure.ts'
import { findEnvironment } from '../find.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { environment: string; name: string }

/** Renames an environment, with the ETag of the version read. Its id and URN stay. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const words = await context.words()
  const plan = planOutput(environmentNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { id } = await findEnvironment(server, options.environment)
  const params = { id }
  const { value: before, etag } = await server.call(getEnvironment, { params })
  const editor = createEnvironmentEditor(await editorParts(server, context), params)
  editor.open(before, etag)
  editor.set({ name: options.name })
  requireNoViolations(editor.violations(), words)
  requireSavable(editor)
  const isChanged = editor.hasChanges()
  const name = options.name.trim()
  if (options.dryRun) {
    const requests = isChanged ? [planned(updateEnvironment, params, { name })] : []
    return printDryRun(requests, changesBetween({ name: before.name }, { name }), io, plan.format === 'json')
  }
  const after = isChanged ? await saveOrFail(editor) : before
  await printRow(plan, { ...after, selected: isSelected(before, context) }, context)
  context.say(words.say(isChanged ? 'environments.renamed' : 'form.unchanged'))
  if (isChanged) warnOfSettings(before, context)
}

function isSelected(environment: AdminEnvironment, { settings }: CommandContext): boolean {
  const wanted = settings.get('environment')
  return wanted !== undefined && matchByIdOrName([environment], wanted, ({ name, urn }) => [name, urn]).length > 0
}

/** A profile names the environment by its name: the next command would not find it. */
function warnOfSettings(before: AdminEnvironment, { settings, warn }: CommandContext): void {
  const stale = settings.layers('environment').filter(({ value }) => value.toLowerCase() === before.name.toLowerCase())
  for (const { origin } of stale) warn(phrase`${origin} still has the earlier name, ${before.name}.`)
}
