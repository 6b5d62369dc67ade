import { createFieldsEditor, type FieldsEditor } from '../../kit/editing/fields-editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { Launcher } from '../../applications/launcher/store.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { shellQuoted } from '../../kit/nouns/shell-text.ts'
import type { AdminEnvironment } from './contract.ts'
import { environmentList } from './list.ts'
import { getEnvironment, updateEnvironment } from './settings-contract.ts'
import type { Environments } from './store.ts'

export type EnvironmentEditor = FieldsEditor<{ readonly name: string }, AdminEnvironment>

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
  const { client } = parts
  const params = { id }
  const editor: EnvironmentEditor = createFieldsEditor<{ readonly name: string }, AdminEnvironment>(
    parts,
    {
      fields: [{ name: 'name', label: 'environments.fact.name' }],
      empty: { name: '' },
      isPart: true,
      valuesOf: ({ name }) => ({ name }),
      idOf: (stored) => stored.id,
      violationsOf: (values) => violationsOf(updateEnvironment.body, values),
      commandOf: ({ options: changed }) => {
        const urn = editor.getState().stored?.urn ?? id
        return ['portico environment update', ...changed, '--', shellQuoted(urn)].join(' ')
      },
      isReadonly: () => editor.getState().stored?.readonly ?? false,
      read: () => client.call(getEnvironment, { params }),
      async save(body, { etag }) {
        const answer = await client.call(updateEnvironment, { params, body, ifMatch: etag })
        if (answer.ok) showEverywhere(answer.value, parts)
        return answer
      },
      sentences: { created: 'environments.renamed', updated: 'environments.renamed' },
    },
    { ...options, id },
  )
  return editor
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
