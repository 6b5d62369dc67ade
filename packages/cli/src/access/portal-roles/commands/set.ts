import {
  createPortalRoleEditor,
  getPortalRoleGroups,
  groupNoun,
  roleGroupsInput,
  setPortalRoleGroups,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'
import { findPrimaryGroups } from '../find.ts'
import { rowsOfRole } from '../rows.ts'

type Options = CommonOptions & { role: string; group: readonly string[]; yes?: boolean }

/** Replaces the groups that hold a role of the portal, with the ETag of what was read. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(groupNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const params = { id: options.role }
  const { value: held, etag } = await server.call(getPortalRoleGroups, { params })
  const wanted = await findPrimaryGroups(server, options.group, held)
  const editor = createPortalRoleEditor(await editorParts(server, context), { id: options.role })
  editor.open(held, etag)
  editor.replace(wanted)
  const isChanged = editor.hasChanges()
  if (options.dryRun) {
    const requests = isChanged ? [planned(setPortalRoleGroups, params, roleGroupsInput(editor.getState().form))] : []
    return printDryRun(requests, changesBetween(namesOf(held), namesOf({ groups: wanted })), io, plan.format === 'json')
  }
  if (isChanged) await confirmYes(context, questionOf(options.role, held.groups, wanted), options.yes === true)
  const saved = isChanged ? await saveOrFail(editor) : held
  await printRows(plan, rowsOfRole(saved), context)
  context.say(isChanged ? 'The groups of the role were changed.' : 'Nothing differs from what is saved.')
}

type Named = { readonly id: string; readonly name: string }

/** Names who loses the role and who gets it. */
function questionOf(role: string, before: readonly Named[], after: readonly Named[]) {
  const without = (all: readonly Named[], others: readonly Named[]) =>
    all.filter(({ id }) => !others.some((other) => other.id === id)).map(({ name }) => name)
  const [lost, got] = [without(before, after).join(', '), without(after, before).join(', ')]
  const change =
    lost === ''
      ? phrase`These groups get it: ${got}.`
      : got === ''
        ? phrase`These groups lose it: ${lost}.`
        : phrase`These groups lose it: ${lost}. These groups get it: ${got}.`
  return phrase`Replace the groups that hold the role ${role}? ${change}`
}

function namesOf({ groups }: { readonly groups: readonly { readonly name: string }[] }) {
  return { groups: groups.map(({ name }) => name).toSorted() }
}
