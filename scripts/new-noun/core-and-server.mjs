// Templates of scripts/new-noun.mjs: what is the same for every face.
const core = 'packages/core/src'
const server = 'packages/server/src'

export const coreFiles = {
  [`${core}/AREA/KEBABs/fields.ts`]: `import { nameLengthMax } from '../../kit/limits.ts'
import type { LineValues, TypedLine } from '../../kit/nouns/typed-lines.ts'

/**
 * What people type, in the order of the form. Rules, the object of the API, forms, columns, flags of the command, changes,
 * the command for the same change, and what is kept over a new sign-in are made from it.
 */
export const widgetFields = [
  {
    name: 'name',
    label: { text: 'Name' },
    summary: 'name, unique in the tenant',
    lengthMax: nameLengthMax,
    required: true,
    isName: true,
  },
] as const satisfies readonly TypedLine[]

/** What was typed, untrimmed. */
export type WidgetValues = LineValues<typeof widgetFields>
`,

  [`${core}/AREA/KEBABs/rules.ts`]: `import type * as v from 'valibot'

import { lineRules } from '../../kit/text/lines.ts'
import { widgetFields } from './fields.ts'

/** What may be saved, for the form, the command and the server alike. */
export const WidgetInput = lineRules(widgetFields)
export type WidgetInput = v.InferOutput<typeof WidgetInput>
`,

  [`${core}/AREA/KEBABs/contract.ts`]: `import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { lineValues } from '../../kit/nouns/typed-lines.ts'
import { widgetFields } from './fields.ts'
import { WidgetInput } from './rules.ts'

export const Widget = v.object({ id: v.string(), ...lineValues(widgetFields, () => v.string()) })
export type Widget = v.InferOutput<typeof Widget>

/** Every row, by name. */
export const listWidgets = endpoint({
  name: 'listWidgets',
  summary: 'List the WORDs of the tenant',
  method: 'GET',
  path: '/portal/admin/KEBABs',
  reply: v.object({ widgets: v.array(Widget) }),
})

export const getWidget = endpoint({
  name: 'getWidget',
  summary: 'Read one WORD',
  method: 'GET',
  path: '/portal/admin/KEBABs/{id}',
  reply: Widget,
})

export const createWidget = endpoint({
  name: 'createWidget',
  summary: 'Create a WORD',
  method: 'POST',
  path: '/portal/admin/KEBABs',
  body: WidgetInput,
  reply: Widget,
  success: 201,
})

export const updateWidget = endpoint({
  name: 'updateWidget',
  summary: 'Replace a WORD',
  method: 'PUT',
  path: '/portal/admin/KEBABs/{id}',
  body: WidgetInput,
  reply: Widget,
})

export const deleteWidget = endpoint({
  name: 'deleteWidget',
  summary: 'Delete a WORD',
  method: 'DELETE',
  path: '/portal/admin/KEBABs/{id}',
})
`,

  [`${core}/AREA/KEBABs/list.ts`]: `import { mapped, wholePage, type ListedNoun } from '../../kit/lists/listed.ts'
import { orderByName } from '../../kit/lists/order.ts'
import { listWidgets, type Widget } from './contract.ts'
import { widgetNoun } from './noun.ts'

/** The WORDs of the tenant, by name. */
export const widgetList: ListedNoun<Widget> = {
  noun: widgetNoun,
  idOf: ({ id }) => id,
  searchedBy: 'here',
  noFilter: {},
  order: (rows) => orderByName(rows, ({ name }) => name),
  async fetchPage({ client }, { signal }) {
    return wholePage(mapped(await client.call(listWidgets, { signal }), ({ widgets }) => ({ rows: widgets })))
  },
}
`,

  [`${core}/AREA/KEBABs/editor.ts`]: `import { createFieldsEditor, type FieldsEditor } from '../../kit/editing/fields-editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { shellQuoted } from '../../kit/nouns/shell-text.ts'
import { lineValues, trimmedLines } from '../../kit/nouns/typed-lines.ts'
import { createWidget, deleteWidget, getWidget, updateWidget, type Widget } from './contract.ts'
import { widgetFields, type WidgetValues } from './fields.ts'
import { widgetList } from './list.ts'
import { WidgetInput } from './rules.ts'

export type WidgetEditor = FieldsEditor<WidgetValues, Widget>

/** A new WORD, or the one with this id. A command has no lists. */
export function createWidgetEditor(
  parts: EditorParts & { readonly lazily?: Lazily },
  target: EditorOptions & { readonly id: string | undefined },
): WidgetEditor {
  const { client, lazily } = parts
  const list = lazily && listOf({ lazily }, widgetList)
  return createFieldsEditor<WidgetValues, Widget>(
    parts,
    {
      fields: widgetFields,
      empty: lineValues(widgetFields, () => ''),
      valuesOf: (row) => lineValues(widgetFields, (name) => row[name]),
      idOf: ({ id }) => id,
      violationsOf: (values) => violationsOf(WidgetInput, trimmedLines(widgetFields, values)),
      commandOf: ({ options, id }) =>
        ['portico KEBAB', id === undefined ? 'create' : 'update ' + shellQuoted(id), ...options].join(' '),
      read: (id) => client.call(getWidget, { params: { id } }),
      async save(values, { id, etag, idempotencyKey }) {
        const body = trimmedLines(widgetFields, values)
        if (id === undefined) return client.call(createWidget, { body, idempotencyKey })
        const outcome = await client.call(updateWidget, { params: { id }, body, ifMatch: etag })
        if (outcome.ok) list?.replace(outcome.value)
        return outcome
      },
      async remove(id) {
        const outcome = await client.call(deleteWidget, { params: { id } })
        if (outcome.ok) list?.remove(id)
        return outcome
      },
      sentences: { created: 'widget.created', updated: 'widget.updated', removed: 'widget.deleted' },
    },
    target,
  )
}
`,

  [`${core}/AREA/KEBABs/noun.ts`]: `import type { Noun } from '../../kit/nouns/noun.ts'
import { lineColumns } from '../../kit/nouns/typed-lines.ts'
import type { Widget } from './contract.ts'
import { widgetFields } from './fields.ts'

export const widgetNoun: Noun<Widget> = {
  name: 'KEBAB',
  plural: 'KEBABs',
  aliases: [],
  label: 'LABEL',
  labelPlural: 'LABELs',
  summary: 'LABELs of the tenant',
  fields: [
    { name: 'id', label: 'ID', kind: 'id', summary: 'Identifier', value: (row) => row.id },
    ...lineColumns(widgetFields),
  ],
  columns: [...widgetFields.map(({ name }) => name), 'id'],
  wideColumns: [],
  actions: [
    { name: 'list', summary: 'List WORDs', changes: false, severity: 'none' },
    { name: 'get', summary: 'Show one WORD', changes: false, severity: 'none' },
    { name: 'create', summary: 'Create a WORD', changes: true, severity: 'none' },
    { name: 'update', summary: 'Change a WORD', changes: true, severity: 'none' },
    { name: 'delete', summary: 'Delete a WORD', changes: true, severity: 'severe' },
  ],
  inEnvironment: false,
}
`,

  [`${core}/kit/words/tenant/KEBABs.ts`]: `/** Sentences of administration, loaded with its screens: WORDs. */
export const widgets = {
  'widget.title': 'LABELs',
  'widget.created': 'The WORD was created.',
  'widget.updated': 'The WORD was saved.',
  'widget.deleted': 'The WORD was deleted.',
  'widget.notFound': 'There is no WORD with this id.',
  'widget.none': 'There is no WORD yet.',
  'widget.create': 'Create WORD',
  'widget.toList': 'To the WORDs',
  'widget.deleteTitle': 'Delete {name}?',
  'widget.deleteMessage': 'This cannot be undone.',
} as const
`,
}

export const serverFiles = {
  [`${server}/AREA/KEBABs/queries.ts`]: `import { widgetFields, type Widget } from '@portico/core/contract'
import { sql } from 'kysely'

import { selected, written } from '../../kit/database/columns.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

export type WidgetRow = Widget & { readonly version: number }

const columns = selected(widgetFields.map(({ name }) => name))

function rows(tx: TenantTransaction) {
  return tx.db.selectFrom('SNAKEs').select(['id', 'version', ...columns]).where('tenant_id', '=', tx.tenantId)
}

/** In the order of every list of names. */
export async function listWidgetRows(tx: TenantTransaction): Promise<WidgetRow[]> {
  return rows(tx)
    .orderBy(sql\`portico_sort_key(portico_folded(name)) collate "C"\`)
    .orderBy('id')
    .execute()
}

export async function findWidget(tx: TenantTransaction, id: string): Promise<WidgetRow | undefined> {
  return rows(tx).where('id', '=', id).executeTakeFirst()
}

/** The same, held until the transaction ends, so that two writers follow one another. */
export async function lockWidget(tx: TenantTransaction, id: string): Promise<WidgetRow | undefined> {
  return rows(tx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function widgetNameTaken(tx: TenantTransaction, name: string, exceptId?: string): Promise<boolean> {
  const taken = await rows(tx)
    .where(sql<boolean>\`lower(name) = lower(\${name})\`)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? ''))
    .executeTakeFirst()
  return taken !== undefined
}

export async function insertWidget(tx: TenantTransaction, { id, ...values }: Widget): Promise<void> {
  await tx.db.insertInto('SNAKEs').values({ tenant_id: tx.tenantId, id, ...written(values) }).execute()
}

export async function updateWidgetRow(tx: TenantTransaction, { id, ...values }: Widget): Promise<void> {
  await tx.db
    .updateTable('SNAKEs')
    .set({ ...written(values), version: sql<number>\`version + 1\` })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteWidgetRow(tx: TenantTransaction, id: string): Promise<void> {
  await tx.db.deleteFrom('SNAKEs').where('tenant_id', '=', tx.tenantId).where('id', '=', id).execute()
}
`,

  [`${server}/AREA/KEBABs/routes.ts`]: `import { createWidget, deleteWidget, getWidget, listWidgets, updateWidget } from '@portico/core/contract'

import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { conflict, notFound } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import {
  deleteWidgetRow,
  findWidget,
  insertWidget,
  listWidgetRows,
  lockWidget,
  updateWidgetRow,
  widgetNameTaken,
  type WidgetRow,
} from './queries.ts'

const kind = 'KEBAB'
const shown = ({ version: _, ...widget }: WidgetRow) => widget

export const widgetRoutes = [
  route(listWidgets, 'admin', async ({ tx }) => ({ value: { widgets: (await listWidgetRows(tx)).map(shown) } })),

  route(getWidget, 'admin', async ({ tx, params }) => {
    const widget = await findWidget(tx, params.id)
    if (widget === undefined) throw notFound()
    return { value: shown(widget), etag: etagOf(widget.version) }
  }),

  route(createWidget, 'admin', async ({ tx, body, deps, audit }) => {
    if (await widgetNameTaken(tx, body.name)) throw conflict('NAME_TAKEN', 'name', kind)
    const after = { id: uuidv7(deps.clock.now()), ...body }
    await insertWidget(tx, after)
    await audit({ action: 'KEBAB.create', target: { kind, id: after.id, name: after.name }, after })
    return { value: after, etag: etagOf(1) }
  }),

  route(updateWidget, 'admin', async ({ tx, params, body, readOnlyPart, ifMatch, audit }) => {
    const before = await lockWidget(tx, params.id)
    if (before === undefined) throw notFound()
    checkVersion(ifMatch, before.version, kind, before.id)
    checkReadOnly(readOnlyPart, shown(before))
    if (await widgetNameTaken(tx, body.name, before.id)) throw conflict('NAME_TAKEN', 'name', kind)
    const after = { id: before.id, ...body }
    await updateWidgetRow(tx, after)
    await audit({ action: 'KEBAB.update', target: { kind, id: after.id, name: after.name }, before: shown(before), after })
    return { value: after, etag: etagOf(before.version + 1) }
  }),

  route(deleteWidget, 'admin', async ({ tx, params, ifMatch, audit }) => {
    const before = await lockWidget(tx, params.id)
    if (before === undefined) throw notFound()
    checkVersion(ifMatch, before.version, kind, before.id)
    await deleteWidgetRow(tx, before.id)
    await audit({ action: 'KEBAB.delete', target: { kind, id: before.id, name: before.name }, before: shown(before) })
    return {}
  }),
]
`,

  [`${server}/kit/database/migrations/NUMBER-KEBABs.ts`]: `import { sql, type Kysely, type Migration } from 'kysely'

import { tenantWall } from '../schema/wall.ts'

export const widgets: Migration = {
  async up(db: Kysely<never>) {
    await sql\`
      create table SNAKEs (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null check (char_length(name) between 1 and 128),
        version integer not null default 1,
        primary key (tenant_id, id)
      )\`.execute(db)
    await sql\`create unique index SNAKEs_name on SNAKEs (tenant_id, lower(name))\`.execute(db)
    await tenantWall(db, 'SNAKEs')
  },
}
`,
}
