import { mappingName, type MappedGroup, type Mapping, type Noun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../kit/context/context.ts'
import { planOutput } from '../../kit/output/plan.ts'
import { printRows } from '../../kit/output/print.ts'
import type { ComparedEnvironments } from './compare.ts'

export type ComparisonRow = {
  readonly id: string
  readonly mapping: Mapping
  readonly state: 'different' | 'missing' | 'extra'
  readonly added: readonly MappedGroup[]
  readonly removed: readonly MappedGroup[]
}

const namesOf = (groups: readonly MappedGroup[]) => groups.map(({ name }) => name)

/** A mapping that differs between two environments. */
export const comparisonNoun: Noun<ComparisonRow> = {
  name: 'difference',
  plural: 'differences',
  aliases: [],
  label: 'Difference',
  labelPlural: 'Differences',
  summary: 'Mappings that differ',
  fields: [
    {
      name: 'name',
      label: 'Mapping',
      kind: 'text',
      summary: 'Role or application',
      value: (row) => mappingName(row.mapping),
    },
    {
      name: 'state',
      label: 'State',
      kind: 'text',
      summary: 'different; missing: --to does not have the role; extra: only --to maps it',
      value: (row) => row.state,
    },
    {
      name: 'added',
      label: 'Groups to add',
      kind: 'list',
      summary: 'Only in --env',
      value: (row) => namesOf(row.added),
    },
    {
      name: 'removed',
      label: 'Groups to remove',
      kind: 'list',
      summary: 'Only in --to',
      value: (row) => namesOf(row.removed),
    },
  ],
  columns: ['name', 'state', 'added', 'removed'],
  wideColumns: [],
  actions: [],
  inEnvironment: true,
}

export function comparisonRows({ comparison }: ComparedEnvironments): ComparisonRow[] {
  const { different, onlyFrom, onlyTo } = comparison
  return [
    ...different.map(({ to, added, removed }) => ({
      id: to.id,
      mapping: to,
      state: 'different' as const,
      added,
      removed,
    })),
    ...onlyFrom.map((one) => ({ id: one.id, mapping: one, state: 'missing' as const, added: one.groups, removed: [] })),
    ...onlyTo.map((one) => ({ id: one.id, mapping: one, state: 'extra' as const, added: [], removed: one.groups })),
  ]
}

export async function printComparison(
  compared: ComparedEnvironments,
  options: CommonOptions,
  context: CommandContext,
): Promise<void> {
  const plan = planOutput(comparisonNoun, options, { io: context.io, configured: context.settings.get('output') })
  await printRows(plan, comparisonRows(compared), context)
}
