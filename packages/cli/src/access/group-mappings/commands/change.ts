import { createMappingEditor, groupNoun, mappingInput, type MappedGroup } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesBetween, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { findMappedGroups, findMapping, pickHeldGroups, type MappingFlags } from '../find.ts'
import { plannedMapping } from '../planned.ts'
import { groupRows } from '../rows.ts'

type Options = CommonOptions &
  MappingFlags & {
    readonly change: 'set' | 'add' | 'remove'
    readonly group?: readonly string[]
    readonly idp?: string
    readonly none?: boolean
  }

/** Replaces, adds or removes groups of one mapping, with the ETag of what was read. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(groupNoun, options, { io, configured: settings.get('output') })
  const names = namesOf(options)
  const server = await context.server()
  const { mapping, ...place } = await findMapping(server, options, context)
  const held = mapping.groups
  const named =
    options.change === 'remove'
      ? pickHeldGroups(held, names, options.idp)
      : await findMappedGroups(server, names, { idp: options.idp, held })
  const target = { ...mapping, ...place }
  const editor = createMappingEditor(await editorParts(server, context), { target })
  editor.openMapping(mapping)
  editor.replace(wantedOf(options.change, held, named))
  const isChanged = editor.hasChanges()
  const { groups } = editor.getState().form
  if (options.dryRun) {
    const requests = isChanged ? [plannedMapping(target, mappingInput(groups))] : []
    const changes = changesBetween({ groups: textsOf(held) }, { groups: textsOf(groups) })
    return printDryRun(requests, changes, io, plan.format === 'json')
  }
  if (isChanged) await saveOrFail(editor)
  await printRows(plan, groupRows(editor.getState().form.groups), context)
  context.say(isChanged ? (await context.words()).say('mapping.saved') : 'Nothing differs from what is saved.')
}

function namesOf({ change, group = [], none = false }: Options): readonly string[] {
  if (none === group.length > 0 || (change !== 'set' && group.length === 0))
    return fail(
      'usage',
      change === 'set' ? 'Name groups with --group, or map none with --none.' : 'Name groups with --group.',
    )
  return group
}

function wantedOf(
  change: Options['change'],
  held: readonly MappedGroup[],
  named: readonly MappedGroup[],
): readonly MappedGroup[] {
  if (change === 'set') return named
  if (change === 'add') return [...held, ...named]
  return held.filter(({ id }) => !named.some((group) => group.id === id))
}

function textsOf(groups: readonly MappedGroup[]): string[] {
  return groups.map(({ name }) => name).toSorted()
}
