import { createStore } from 'zustand/vanilla'

import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import { getAccessText, putAccessText } from './access-text-contract.ts'
import type { Application } from './contract.ts'
import { applicationList } from './list.ts'

/** '' for an application that people are not told how to ask for. `fetched` is what discard returns to. */
export type AccessTextForm = { readonly text: string; readonly fetched: string }

export type StoredAccessText = { readonly text: string | null }

export type AccessTextEditor = Editor<AccessTextForm, StoredAccessText> & { setText(text: string): void }

type Target = {
  readonly environment: { readonly id: string; readonly name: string; readonly readonly?: boolean }
  readonly application: Application
}

const field = 'text'

/** How people ask for an application in an environment; it is part of both, and is neither created nor deleted. */
export function createAccessTextEditor(
  parts: EditorParts & { readonly lazily: Lazily },
  { environment, application }: Target,
  options: EditorOptions = {},
): AccessTextEditor {
  const { client, words } = parts
  const params = { envId: environment.id, appId: application.id }
  const store = createStore<AccessTextForm>(() => ({ text: '', fetched: '' }))
  const list = listOf(parts, applicationList)

  async function save({ text }: AccessTextForm, etag: string | undefined) {
    const answer = await client.call(putAccessText, { params, body: bodyOf(text), ifMatch: etag })
    if (answer.ok) {
      const row = list.getState().held?.find(({ id }) => id === application.id)
      if (row !== undefined) list.replace({ ...row, accessText: answer.value.text })
    }
    return answer
  }

  const editor = createEditor<AccessTextForm, StoredAccessText>(
    parts,
    {
      form: {
        ...store,
        discard: () => store.setState(({ fetched }) => ({ text: fetched })),
        saved: ({ text }) => store.setState({ text: text ?? '', fetched: text ?? '' }),
        readAgain({ text }, sent) {
          const typed = store.getState()
          const isTyped = typed.text !== (sent?.text ?? typed.fetched)
          store.setState({ fetched: text ?? '', text: isTyped ? typed.text : (text ?? '') })
        },
      },
      idOf: () => application.id,
      violationsOf: ({ text }) => violationsOf(putAccessText.body, bodyOf(text)),
      isChanged,
      changesOf: (state) => (isChanged(state) ? [changeOf(state, words().say('application.accessText'))] : []),
      commandOf: ({ text }) => {
        const at = shellFlag('env', environment.name)
        const told = bodyOf(text).text
        const command = `portico app access-text ${at}`
        // The texts come last, because they may begin with a dash.
        const named = shellQuoted(application.urn)
        return told === null ? `${command} --off ${named}` : `${command} -- ${named} ${shellQuoted(told)}`
      },
      isReadonly: () => environment.readonly ?? false,
      read: () => client.call(getAccessText, { params }),
      save: (state, { etag }) => save(state, etag),
      sentences: { created: 'application.accessTextSaved', updated: 'application.accessTextSaved' },
      labelOf: () => words().say('application.accessText'),
      typedOf: ({ text }) => text,
      retype(content) {
        if (typeof content !== 'string') return undefined
        store.setState({ text: content })
        return 'form.kept'
      },
    },
    { ...options, id: application.id },
  )
  return {
    ...editor,
    setText(text) {
      if (store.getState().text === text) return
      store.setState({ text })
      editor.touch(field)
    },
  }
}

const bodyOf = (text: string) => ({ text: text.trim() || null })
const isChanged = ({ text, fetched }: AccessTextForm) => text.trim() !== fetched

function changeOf({ text, fetched }: AccessTextForm, label: string) {
  const now = text.trim()
  return { field, label, removed: fetched === '' ? [] : [fetched], added: now === '' ? [] : [now] }
}
