import {
  apiTokenNoun,
  createApiTokensStore,
  type ApiTokenChoice,
  type ApiTokensStore,
  type ApiTokenTyped,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { formBody } from '../../../kit/terminal/form/form-body.tsx'
import { createFormCursor } from '../../../kit/terminal/form/form-cursor.ts'
import { formTarget } from '../../../kit/terminal/form/form-target.ts'
import type { FormRow } from '../../../kit/terminal/form/form-row.ts'
import { rememberCreated } from '../../../kit/terminal/list/noun-list-view.tsx'
import { spokenRows } from '../../../kit/terminal/form/spoken-rows.ts'

/** A new API token: application, some of the person's own roles, name and expiry. The token is then shown once. */
export function apiTokenForm(app: App): View {
  const { words, core } = app
  const store = core.lazily(createApiTokensStore)
  const cursor = createFormCursor({
    rows: () => rowsOf(app, store),
    editorOf(row) {
      if (row !== 'name') return undefined
      const line = createLine({ value: store.getState().typed.name, changed: (name) => store.type({ name }) })
      return { kind: 'line', line, mask: false, placeholder: 'nightly-report' }
    },
  })
  const toList = () => app.replace({ view: 'api-tokens' })
  const instead = () => {
    const { status, environment, applications } = store.getState()
    if (status === 'loading') return words.say('banner.loading')
    if (status === 'failed') return words.say('error.notLoaded.title')
    if (environment === null) return words.say('apiTokens.noEnvironment')
    return applications.length === 0 ? words.say('apiTokens.noApplications') : undefined
  }
  const create: Binding = {
    id: 'api-token.create-now',
    keys: ['s', 'ctrl-s'],
    label: words.say('apiTokens.create'),
    run: async () => {
      cursor.stop()
      if (await store.create()) return showToken(app, store, toList)
      const [first] = Object.keys(store.getState().errors)
      if (first !== undefined) cursor.moveTo(first)
    },
  }
  const back: Binding = { id: 'form.back', keys: ['esc'], label: 'Back', run: toList }
  const edit: Binding = {
    id: 'form.edit',
    keys: ['enter', 'e', ' '],
    label: 'Edit',
    run: () => (cursor.current()?.id === 'name' ? void cursor.edit() : choose(app, store, cursor.current()?.id)),
  }
  return {
    Body: formBody({ cursor, stores: [store, core.feedback], instead, tabs: () => [] }),
    crumbs: () => [words.text('API tokens'), words.text('New')],
    command: () => commandText(['api-token', 'create']),
    webPath: () => '/portal/apitoken',
    open: () => store.fetch(),
    close: () => store.hide(),
    watched: [store, cursor, core.feedback],
    target: (line) => (instead() === undefined ? formTarget(app, cursor, false, line) : undefined),
    spoken: () => {
      const sentence = instead()
      return sentence === undefined ? spokenRows(cursor, words) : [sentence]
    },
    layer: {
      name: 'api-token',
      isModal: false,
      field: () => cursor.field(),
      bindings: () => {
        if (instead() !== undefined) return [back]
        const isUntouched = store.getState().typed.name === ''
        if (cursor.field() !== undefined)
          return cursor.editBindings({ ...create, keys: ['ctrl-s'] }, isUntouched ? back : undefined)
        return [edit, create, ...cursor.moveBindings(), back]
      },
    },
  }
}

function rowsOf({ words }: App, store: ApiTokensStore): readonly FormRow[] {
  const { applications, roles, tenantRoles, typed, errors, environment } = store.getState()
  const labels = (choices: readonly ApiTokenChoice[], ids: readonly string[]) =>
    choices.flatMap(({ id, label }) => (ids.includes(id) ? [label] : [])).join(', ')
  const field = (id: keyof ApiTokenTyped, label: string, value: string, help?: string): FormRow => ({
    kind: 'field',
    id,
    label,
    shown: neutralise(value) || words.text('not set'),
    isDefault: value === '',
    help,
    problem: errors[id],
  })
  const application = applications.find(({ id }) => id === typed.appId)
  const rolesHelp = words.say(roles?.length === 0 ? 'apiTokens.noRoles' : 'apiTokens.rolesHelp')
  return [
    { kind: 'note', id: 'lead', text: words.say('apiTokens.lead') },
    field(
      'appId',
      words.say('apiTokens.application'),
      application?.label ?? '',
      words.say('apiTokens.applicationHelp', { environment: environment?.name ?? '' }),
    ),
    ...(roles === undefined
      ? []
      : // The short label, which leaves room for values in 80 columns.
        [field('roles', words.text('Roles'), labels(roles, typed.roles), rolesHelp)]),
    ...(tenantRoles.length === 0
      ? []
      : [field('tenantRoles', words.say('apiTokens.tenantRoles'), labels(tenantRoles, typed.tenantRoles))]),
    field('name', words.say('apiTokens.name'), typed.name, words.say('apiTokens.nameHelp')),
    field('days', words.say('apiTokens.expiry'), words.say('apiTokens.days', { days: typed.days })),
  ]
}

/** Opens the choices of a row. */
function choose(app: App, store: ApiTokensStore, row: string | undefined): void {
  const { words } = app
  const { applications, roles = [], tenantRoles, lives, typed } = store.getState()
  const pick = (
    title: string,
    items: readonly { readonly id: string; readonly label: string }[],
    taken: (ids: readonly string[]) => void | Promise<void>,
    ticked?: readonly string[],
  ) =>
    app.openDialog(
      pickDialog(app, {
        title,
        items,
        action: words.text('Choose'),
        ...(ticked === undefined ? {} : { several: { ticked } }),
        pick: async (ids) => {
          app.closeDialog()
          await taken(ids)
        },
      }),
    )
  if (row === 'appId')
    pick(words.say('apiTokens.application'), applications, ([id]) => (id === undefined ? undefined : store.choose(id)))
  if (row === 'roles') pick(words.say('apiTokens.roles'), roles, (ids) => store.type({ roles: ids }), typed.roles)
  if (row === 'tenantRoles')
    pick(words.say('apiTokens.tenantRoles'), tenantRoles, (ids) => store.type({ tenantRoles: ids }), typed.tenantRoles)
  if (row === 'days')
    pick(
      words.say('apiTokens.expiry'),
      lives.map((days) => ({ id: String(days), label: words.say('apiTokens.days', { days }) })),
      ([days]) => store.type({ days: Number(days) }),
    )
}

/** Shows the new token. It is not kept: once the dialog is closed, it can only be replaced. */
function showToken(app: App, store: ApiTokensStore, closed: () => void): void {
  const { words } = app
  const { created } = store.getState()
  if (created === undefined) return
  rememberCreated(app, apiTokenNoun, created.id)
  const label = words.text(apiTokenNoun.label)
  app.openDialog(
    textDialog(app, {
      title: words.say('apiTokens.created', { name: neutralise(created.name) }),
      lines: () => [words.say('apiTokens.once'), '', created.token],
      more: [
        {
          id: 'api-token.copy',
          keys: ['c', 'y'],
          label: words.say('apiTokens.copy'),
          run: () => {
            app.copy(created.token)
            app.say(words.say('tui.copied', { what: label }))
          },
        },
      ],
      cancelled: () => {
        store.hide()
        closed()
      },
    }),
  )
}
