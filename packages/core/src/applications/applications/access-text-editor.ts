import { createFieldsEditor, type FieldsEditor } from '../../kit/editing/fields-editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import { getAccessText, putAccessText } from './access-text-contract.ts'
import type { Application } from './contract.ts'
import { applicationList } from './list.ts'

export type StoredAccessText = { readonly text: string | null }

/** '' for an application that people are not told how to ask for. */
type AccessTextValues = { readonly text: string }

export type AccessTextEditor = FieldsEditor<AccessTextValues, StoredAccessText>

type Target = {
  readonly environment: { readonly id: string; readonly name: string; readonly readonly?: boolean }
  readonly application: Application
}

/** How people ask for an application in an environment; it is part of both, and is neither created nor deleted. */
export function createAccessTextEditor(
  parts: EditorParts & { readonly lazily: Lazily },
  { environment, application }: Target,
  options: EditorOptions = {},
): AccessTextEditor {
  const { client } = parts
  const params = { envId: environment.id, appId: application.id }
  const list = listOf(parts, applicationList)
  return createFieldsEditor<AccessTextValues, StoredAccessText>(
    parts,
    {
      fields: [{ name: 'text', label: 'application.accessText' }],
      empty: { text: '' },
      isPart: true,
      valuesOf: ({ text }) => ({ text: text ?? '' }),
      idOf: () => application.id,
      violationsOf: (values) => violationsOf(putAccessText.body, bodyOf(values)),
      commandOf({ values }) {
        const { text } = bodyOf(values)
        const command = `portico app access-text ${shellFlag('env', environment.name)}`
        // The texts come last, because they may begin with a dash.
        const named = shellQuoted(application.urn)
        return text === null ? `${command} --off ${named}` : `${command} -- ${named} ${shellQuoted(text)}`
      },
      isReadonly: () => environment.readonly ?? false,
      read: () => client.call(getAccessText, { params }),
      async save(values, { etag }) {
        const answer = await client.call(putAccessText, { params, body: bodyOf(values), ifMatch: etag })
        if (answer.ok) {
          const row = list.getState().held?.find(({ id }) => id === application.id)
          if (row !== undefined) list.replace({ ...row, accessText: answer.value.text })
        }
        return answer
      },
      sentences: { created: 'application.accessTextSaved', updated: 'application.accessTextSaved' },
    },
    { ...options, id: application.id },
  )
}

const bodyOf = ({ text }: AccessTextValues) => ({ text: text.trim() || null })
