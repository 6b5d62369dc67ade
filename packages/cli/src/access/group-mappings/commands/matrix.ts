import { mappingMatrix, mappingName, mappingNoun, type Mapping, type Noun } from '@portico/core'

import { applicationsOf, pickApplication } from '../../../applications/applications/find.ts'
import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { pickProvider, providersOf } from '../../../providers/identity-providers/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { readMappings } from '../find.ts'

type Options = CommonOptions & { app?: string; idp?: string }
type Row = { readonly id: string; readonly mapping: Mapping; readonly groupIds: ReadonlySet<string> }

/** Prints a row for each role and application, and a column for each group that something is mapped to. */
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
  const plan = planOutput(shown, options, { io: context.io, configured: context.settings.get('output') })
  const rows = matrix.rows.map((row) => ({ ...row, id: row.mapping.id }))
  await printRows(plan, rows, context)
}
