import { mappingMatrix, mappingName, mappingNoun, type Mapping, type Noun } from '@portico/core'

import { applicationsOf, pickApplication } from '../../../applications/applications/find.ts'
import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { pickProvider, providersOf } from '../../../providers/identity-providers/find.ts'
import { terminalColumns } from '../../../kit/output/terminal-columns.ts'
import { widthOf } from '../../../kit/output/width.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { readMappings } from '../find.ts'

type Options = CommonOptions & { app?: string; idp?: string }
type Row = { readonly id: string; readonly mapping: Mapping; readonly groupIds: ReadonlySet<string> }

/**
 * Prints a row for each role and application, and a column for each group that something is mapped to. Where the matrix is wider than the
 * terminal, and in TSV, which has no headings, it prints a line for each pair instead.
 */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const app =
    options.app === undefined ? undefined : pickApplication(await applicationsOf(server, envId), options.app).id
  const idp = options.idp === undefined ? undefined : pickProvider(await providersOf(server), options.idp).id
  const matrix = mappingMatrix(await readMappings(server, envId, app === undefined ? {} : { app }), idp)
  const isOneProvider = new Set(matrix.groups.map(({ idp: id }) => id)).size < 2
  const noun: Noun<Row> = {
    ...mappingNoun,
    fields: [
      { name: 'role', label: 'Role', kind: 'text', summary: '', value: ({ mapping }) => mappingName(mapping) },
      ...matrix.groups.map(({ id, name, idpName }): Noun<Row>['fields'][number] => {
        const label = isOneProvider ? name : `${idpName}/${name}`
        return {
          name: label,
          label,
          kind: 'text',
          summary: '',
          value: ({ groupIds }) => (groupIds.has(id) ? 'x' : null),
        }
      }),
    ],
  }
  const names = noun.fields.map(({ name }) => name)
  const shown = { ...noun, columns: names, wideColumns: [] } as Noun<Row>
  const configured = context.settings.get('output')
  const plan = planOutput(shown, options, { io: context.io, configured })
  const rows = matrix.rows.map((row) => ({ ...row, id: row.mapping.id }))
  const isTooWide = plan.format === 'table' && matrixWidth(shown.fields, rows) > terminalColumns(context.io)
  if (plan.named || !(isTooWide || plan.format === 'tsv')) return printRows(plan, rows, context)
  const pairs = rows.flatMap(({ mapping }) =>
    mapping.groups
      .filter((group) => idp === undefined || group.idp === idp)
      .map((group): Pair => ({ role: mappingName(mapping), group: group.name, provider: group.idpName })),
  )
  await printRows(planOutput(pairNoun, options, { io: context.io, configured }), pairs, context)
  if (isTooWide)
    context.say(
      'The matrix is wider than the terminal: each line is one role and group. Print the whole matrix with -o wide.',
    )
}

type Pair = { readonly role: string; readonly group: string; readonly provider: string }

const pairNoun: Noun<Pair> = {
  ...(mappingNoun as unknown as Noun<Pair>),
  fields: [
    { name: 'role', label: 'Role', kind: 'text', summary: '', value: ({ role }) => role },
    { name: 'group', label: 'Group', kind: 'text', summary: '', value: ({ group }) => group },
    { name: 'provider', label: 'Identity provider', kind: 'text', summary: '', value: ({ provider }) => provider },
  ],
  columns: ['role', 'group', 'provider'],
  wideColumns: [],
}

/** Cells of the widest line, with two between columns. */
function matrixWidth(fields: Noun<Row>['fields'], rows: readonly Row[]): number {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  const widths = fields.map((field) =>
    Math.max(widthOf(field.label), ...rows.map((row) => widthOf(textOf(field.value(row))))),
  )
  return widths.reduce((sum, one) => sum + one, 2 * (widths.length - 1))
}
