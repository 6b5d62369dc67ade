// Templates of scripts/new-noun.mjs: commands, terminal screens and web screens.
const cli = 'packages/cli/src/AREA/KEBABs'
const web = 'packages/web/src/AREA/KEBABs'

export const cliFiles = {
  [`${cli}/find.ts`]: `import { matchByIdOrName, widgetList, type Widget } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { readRows } from '../../kit/context/read-rows.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'

export function widgetsOf(server: Server): Promise<readonly Widget[]> {
  return readRows(server, widgetList)
}

/** The one that an id or a unique name means. */
export async function findWidget(server: Server, wanted: string): Promise<Widget> {
  const matches = matchByIdOrName(await widgetsOf(server), wanted, (row) => [row.name])
  return exactlyOne(matches, { what: 'WORD', wanted, nameOf: (row) => row.name, hint: 'portico KEBAB list' })
}
`,

  [`${cli}/commands/index.ts`]: `import type { Command } from 'commander'
import { flagOf, widgetFields, widgetNoun } from '@portico/core'

import { nounCommand, verbCommand } from '../../../kit/command-kit/noun-command.ts'
import { withDryRun, withListOutput, withOutput } from '../../../kit/command-kit/options.ts'
import type { Start } from '../../../kit/command-kit/start.ts'

export function addWidgetCommands(program: Command, start: Start): void {
  const group = nounCommand(program, widgetNoun)
  const verb = (name: string, usage = '') => verbCommand(group, widgetNoun, name, usage)

  withListOutput(verb('list'), widgetNoun).action((_options, command: Command) => start(command, () => import('./list.ts')))
  withOutput(verb('get', '<name>'), widgetNoun).action((wanted: string, _options, command: Command) =>
    start(command, () => import('./get.ts'), { wanted }),
  )
  const create = withOutput(withDryRun(verb('create')), widgetNoun)
  const update = withOutput(withDryRun(verb('update', '<name>')), widgetNoun)
  for (const { name, summary, required } of widgetFields) {
    const flag = \`--\${flagOf(name)} <text>\`
    if (required) create.requiredOption(flag, summary)
    else create.option(flag, summary)
    update.option(flag, summary)
  }
  create.action((_options, command: Command) => start(command, () => import('./save.ts')))
  update.action((wanted: string, _options, command: Command) =>
    start(command, () => import('./save.ts'), { wanted }),
  )
  withDryRun(verb('delete', '<name>'))
    .option('--confirm <name>', 'its name, instead of typing it when asked')
    .action((wanted: string, _options, command: Command) => start(command, () => import('./delete.ts'), { wanted }))
}
`,

  [`${cli}/commands/list.ts`]: `import { widgetNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { widgetsOf } from '../find.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(widgetNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  await printList({ plan, read: () => widgetsOf(server), idOf: (row) => row.id, watch: options.watch }, context)
}
`,

  [`${cli}/commands/get.ts`]: `import { widgetNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findWidget } from '../find.ts'

export async function run(options: CommonOptions & { wanted: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(widgetNoun, options, { io: context.io, configured: context.settings.get('output') })
  await printRow(plan, await findWidget(await context.server(), options.wanted), context)
}
`,

  [`${cli}/commands/save.ts`]: `import {
  createWidget,
  createWidgetEditor,
  getWidget,
  lineValues,
  trimmedLines,
  updateWidget,
  widgetFields,
  widgetNoun,
  type WidgetValues,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findWidget } from '../find.ts'

/** Creates, or changes \`wanted\` under the ETag of what was read. */
export async function run(
  options: CommonOptions & { wanted?: string } & Partial<WidgetValues>,
  context: CommandContext,
): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(widgetNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const id = options.wanted === undefined ? undefined : (await findWidget(server, options.wanted)).id
  const held = id === undefined ? undefined : await server.call(getWidget, { params: { id } })
  const editor = createWidgetEditor(await editorParts(server, context), { id })
  if (held !== undefined) editor.open(held.value, held.etag)
  for (const { name } of widgetFields) {
    const given = options[name]
    if (given !== undefined) editor.set({ [name]: given })
  }
  if (options.dryRun) {
    const body = trimmedLines(widgetFields, editor.getState().form.values)
    const request = id === undefined ? planned(createWidget, {}, body) : planned(updateWidget, { id }, body)
    const changes = changesBetween(held === undefined ? {} : lineValues(widgetFields, (name) => held.value[name]), body)
    return printDryRun(changes.length === 0 ? [] : [request], changes, io, plan.format === 'json')
  }
  if (held !== undefined && !editor.hasChanges()) {
    await printRow(plan, held.value, context)
    return context.say('Nothing differs from what is saved.')
  }
  await printRow(plan, await saveOrFail(editor), context)
  context.say((await context.words()).say(id === undefined ? 'widget.created' : 'widget.updated'))
}
`,

  [`${cli}/commands/delete.ts`]: `import { deleteWidget, getWidget } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmByName } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { findWidget } from '../find.ts'

/** Deletes for good, after its name was typed or given with --confirm. */
export async function run(
  options: CommonOptions & { wanted: string; confirm?: string },
  context: CommandContext,
): Promise<void> {
  const server = await context.server()
  const { id } = await findWidget(server, options.wanted)
  const params = { id }
  const { value, etag } = await server.call(getWidget, { params })
  if (options.dryRun) {
    const changes = [{ field: 'name', from: value.name, to: null }]
    return printDryRun([planned(deleteWidget, params)], changes, context.io, false)
  }
  await confirmByName(context, { what: 'the WORD', name: value.name, id, given: options.confirm })
  await server.call(deleteWidget, { params, ifMatch: etag })
  context.say((await context.words()).say('widget.deleted'))
}
`,

  [`${cli}/screens/KEBAB-list.ts`]: `import { listOf, widgetList as listedWidgets, widgetNoun } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

export function widgetList(app: App): View {
  return nounListView(app, {
    noun: widgetNoun,
    list: listOf(app.core, listedWidgets),
    empty: () => app.words.say('widget.none'),
    crumbs: () => [widgetNoun.labelPlural],
    command: () => ['KEBAB', 'list'],
    webPath: () => '/portal/admin/KEBABs',
    bindings: (list) => [
      {
        id: 'KEBAB.edit',
        keys: ['enter', 'e'],
        label: 'Open',
        refused: () => (list.current() === undefined ? 'No WORD is selected.' : undefined),
        run: () => {
          const row = list.current()
          if (row !== undefined) app.go({ view: 'KEBAB', id: row.id })
        },
      },
      {
        id: 'KEBAB.create',
        keys: ['c', 'n'],
        label: 'Create',
        refused: () => app.tenantRefusal(),
        run: () => app.go({ view: 'KEBAB' }),
      },
    ],
  })
}
`,

  [`${cli}/screens/KEBAB-form.ts`]: `import { createWidgetEditor, widgetFields, widgetNoun } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { fieldsFormView } from '../../../kit/terminal/form/fields-form-view.ts'

/** A new WORD, or the one with this id. */
export function widgetForm(app: App, id: string | undefined): View {
  const { core, words } = app
  const editor = createWidgetEditor(core, { id, lock: () => app.tenantRefusal() })
  const toList = () => app.replace({ view: 'KEBABs' })
  const storedName = () => neutralise(editor.getState().form.fetched.name)
  return fieldsFormView(app, {
    name: 'KEBAB',
    editor,
    fields: widgetFields,
    rows: (rowOf) => widgetFields.map((field) => rowOf(field)),
    list: { view: 'KEBABs' },
    created: toList,
    notFound: words.say('widget.notFound'),
    crumbs: () => [widgetNoun.labelPlural, id === undefined ? 'New' : storedName()],
    command: () =>
      id === undefined || editor.hasChanges() ? editor.command() : commandText(['KEBAB', 'get', id]),
    webPath: () => '/portal/admin/KEBABs/' + (id === undefined ? 'create' : 'edit/' + encodeURIComponent(id)),
    bindings: () => [
      {
        id: 'KEBAB.delete',
        keys: ['d'],
        label: words.say('form.delete'),
        refused: () =>
          app.tenantRefusal() ?? (editor.getState().id === undefined ? words.say('widget.none') : undefined),
        run: askToDelete,
      },
    ],
  })

  function askToDelete(): void {
    app.openDialog(
      typedDialog(app, {
        title: words.say('widget.deleteTitle', { name: storedName() }),
        lines: [words.say('widget.deleteMessage'), '', words.say('form.confirmName', { name: storedName() })],
        label: words.say('field.name'),
        action: words.say('form.delete'),
        expected: storedName().trim(),
        run: async () => {
          app.closeDialog()
          if (await editor.remove()) toList()
        },
      }),
    )
  }
}
`,
}

export const webFiles = {
  [`${web}/paths.ts`]: `import { screenPath } from '@portico/core'

export function widgetsPath(): string {
  return screenPath('widgets')
}

export function createWidgetPath(): string {
  return screenPath('widgetCreate')
}

export function editWidgetPath(id: string): string {
  return screenPath('widgetEdit', { id })
}
`,

  [`${web}/screens/KEBAB-list.tsx`]: `import { listOf, widgetFields, widgetList, widgetNoun } from '@portico/core'
import { useOpenList } from '@portico/core/react'

import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import styles from '../../../kit/ui/table.module.css'
import { createWidgetPath, editWidgetPath } from '../paths.ts'

export function WidgetList() {
  return (
    <TenantWords>
      <List />
    </TenantWords>
  )
}

function List() {
  const list = listOf(useCore(), widgetList)
  const words = useWords()
  const { status, rows = [] } = useOpenList(list, '')
  usePageTitle(widgetNoun.labelPlural)
  useRefusalScreen()

  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  const create = (
    <ButtonLink look="primary" to={createWidgetPath()}>
      {words.say('widget.create')}
    </ButtonLink>
  )
  return (
    <PageFrame title={widgetNoun.labelPlural} actions={status !== 'empty' && create}>
      {status === 'empty' ? (
        <EmptyState message={words.say('widget.none')} action={create} />
      ) : (
        <div className={styles['scroll']}>
          <table className={styles['table']} aria-label={widgetNoun.labelPlural}>
            <thead>
              <tr>
                {widgetFields.map(({ name, label }) => (
                  <th key={name} scope="col">
                    {words.text(label.text)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {widgetFields.map(({ name }) => (
                    <td key={name}>
                      {name === 'name' ? <Link to={editWidgetPath(row.id)}>{row.name}</Link> : row[name]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </PageFrame>
  )
}
`,

  [`${web}/screens/KEBAB-form.tsx`]: `import { createWidgetEditor, widgetFields, widgetNoun, type WidgetEditor } from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useState } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { EditorForm, EditorFrame } from '../../../kit/editing/editor-frame.tsx'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { widgetsPath } from '../paths.ts'

/** Creates one, or edits the one with this id. */
export function WidgetForm({ id }: { id: string | undefined }) {
  return (
    <TenantWords>
      <Form id={id} />
    </TenantWords>
  )
}

function Form({ id }: { id: string | undefined }) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createWidgetEditor(core, { id, retry: saveForm }))
  const { name } = useEditor(editor).form.fetched
  const title = id === undefined ? words.say('widget.create') : name || widgetNoun.label
  const back = <ButtonLink to={widgetsPath()}>{words.say('widget.toList')}</ButtonLink>
  usePageTitle(title)
  useRefusalScreen()
  return (
    <PageFrame
      title={title}
      parents={{ label: widgetNoun.labelPlural, crumbs: [{ label: widgetNoun.labelPlural, to: widgetsPath() }] }}
    >
      <EditorFrame editor={editor} notFound={<EmptyState message={words.say('widget.notFound')} action={back} />}>
        <div className={formPage['columns']}>
          <EditorForm
            editor={editor}
            label={title}
            listPath={widgetsPath()}
            deletion={{
              title: words.say('widget.deleteTitle', { name }),
              message: words.say('widget.deleteMessage'),
              name,
            }}
          >
            {widgetFields.map((field) => (
              <FieldInput key={field.name} editor={editor} field={field} />
            ))}
          </EditorForm>
          <ChangesAside editor={editor} />
        </div>
      </EditorFrame>
    </PageFrame>
  )
}

type InputProperties = { readonly editor: WidgetEditor; readonly field: (typeof widgetFields)[number] }

function FieldInput({ editor, field: { name, label, required } }: InputProperties) {
  const words = useWords()
  return (
    <TextField
      label={words.text(label.text)}
      value={useEditor(editor).form.values[name]}
      required={required}
      error={useProblem(editor, name)}
      onChange={(value) => editor.set({ [name]: value })}
      onBlur={() => editor.visit(name)}
    />
  )
}
`,
}
