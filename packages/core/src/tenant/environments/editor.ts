import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'

import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { Launcher } from '../../applications/launcher/store.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import type { AdminEnvironment } from './contract.ts'
import { environmentList } from './list.ts'
import { getEnvironment, updateEnvironment } from './settings-contract.ts'
import type { Environments } from './store.ts'

/** `fetched` is what discard returns to; undefined until it was read. */
export type EnvironmentForm = { readonly name: string; readonly fetched: AdminEnvironment | undefined }

export type EnvironmentEditor = Editor<EnvironmentForm, AdminEnvironment> & { setName(name: string): void }

/** A core, or the part of it that a command has: then no list or header shows the earlier name. */
export type EnvironmentEditorParts = EditorParts & {
  readonly lazily?: Lazily
  readonly environments?: Environments
  readonly launcher?: Launcher
}

/** Renames an environment. The operator creates and deletes environments. */
export function createEnvironmentEditor(
  parts: EnvironmentEditorParts,
  { id, ...options }: EditorOptions & { readonly id: string },
): EnvironmentEditor {
  const { client, words } = parts
  const params = { id }
  const store = createStore<EnvironmentForm>(() => ({ name: '', fetched: undefined }))
  const editor = createEditor<EnvironmentForm, AdminEnvironment>(
    parts,
    {
      form: {
        ...store,
        discard: () => store.setState(({ fetched }) => ({ name: fetched?.name ?? '' })),
        saved: (fetched) => store.setState({ name: fetched.name, fetched }),
        readAgain(fetched, sent) {
          const typed = store.getState()
          const isTyped = typed.name !== (sent?.name ?? typed.fetched?.name ?? '')
          store.setState({ fetched, name: isTyped ? typed.name : fetched.name })
        },
      },
      idOf: (stored) => stored.id,
      violationsOf: ({ name }) => violationsOf(updateEnvironment.body, { name }),
      isChanged,
      changesOf: (state) => (isChanged(state) ? [changeOf(state, words().say('environments.fact.name'))] : []),
      commandOf: ({ name, fetched }) =>
        `portico environment update ${shellFlag('name', name.trim())} -- ${shellQuoted(fetched?.urn ?? id)}`,
      isReadonly: () => store.getState().fetched?.readonly ?? false,
      read: () => client.call(getEnvironment, { params }),
      async save({ name }, { etag }) {
        const answer = await client.call(updateEnvironment, { params, body: { name }, ifMatch: etag })
        if (answer.ok) showEverywhere(answer.value, parts)
        return answer
      },
      sentences: { created: 'environments.renamed', updated: 'environments.renamed' },
      labelOf: () => words().say('environments.fact.name'),
      typedOf: ({ name }) => name,
      retype(content) {
        const name = v.safeParse(v.string(), content)
        if (!name.success) return undefined
        store.setState({ name: name.output })
        return 'form.kept'
      },
    },
    { ...options, id },
  )
  return {
    ...editor,
    setName(name) {
      if (store.getState().name === name) return
      store.setState({ name })
      editor.touch('name')
    },
  }
}

const isChanged = ({ name, fetched }: EnvironmentForm) => fetched !== undefined && name.trim() !== fetched.name

function changeOf({ name, fetched }: EnvironmentForm, label: string) {
  return { field: 'name', label, removed: fetched === undefined ? [] : [fetched.name], added: [name.trim()] }
}

/** Sidebar, palette, picker and header have the new name at once. */
function showEverywhere(stored: AdminEnvironment, { lazily, environments, launcher }: EnvironmentEditorParts): void {
  const { id, name } = stored
  const list = lazily && listOf({ lazily }, environmentList)
  const row = list?.getState().held?.find((one) => one.id === id)
  if (row !== undefined) list?.replace({ ...row, ...stored })
  const renamed = <Row extends { id: string }>(rows: readonly Row[]) =>
    rows.map((one) => (one.id === id ? { ...one, name } : one))
  environments?.setState(({ environments: open, adminEnvironments: all }) => ({
    ...(open === undefined ? {} : { environments: renamed(open) }),
    ...(all === undefined ? {} : { adminEnvironments: renamed(all) }),
  }))
  launcher?.setState(({ user, userData }) =>
    user === undefined || userData?.environmentId !== id ? {} : { user: { ...user, environmentName: name } },
  )
}
