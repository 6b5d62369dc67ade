import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'

import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf, type Violation } from '../../kit/http/violations.ts'
import { shellQuoted } from '../../kit/nouns/shell-text.ts'
import type { Session } from '../../sign-in/sessions/store.ts'
import { getIdleTime, putIdleTime, type IdleTime } from './contract.ts'
import { IdleTimeChoice, IdleTimeText } from './rules.ts'

/**
 * `isTyped`: the time is typed as hh:mm, which has wider limits than the dropdown of the Security page (spec section 5). `isChosen`: a
 * time was typed or chosen since it was read. `fetched` is what discard returns to.
 */
export type IdleTimeForm = {
  readonly idletime: string
  readonly isTyped: boolean
  readonly isChosen: boolean
  readonly fetched: IdleTime | undefined
}

export type IdleTimeEditor = Editor<IdleTimeForm, IdleTime> & {
  setIdleTime(text: string): void
  /** Changes between the settings form, where a time is typed, and the dropdown. */
  setTyped(isTyped: boolean): void
}

/** `variant`: what the form begins with. */
export type IdleTimeOptions = EditorOptions & { readonly variant?: 'form' | 'dropdown' }

/** The idle time of the tenant's sessions. It is part of the tenant, and is neither created nor deleted. */
export function createIdleTimeEditor(
  parts: EditorParts & { readonly session?: Pick<Session, 'fetch'> },
  { variant = 'form', lock, ...options }: IdleTimeOptions = {},
): IdleTimeEditor {
  const { client, words, session } = parts
  const isTyped = variant === 'form'
  const store = createStore<IdleTimeForm>(() => ({ idletime: '', isTyped, isChosen: false, fetched: undefined }))
  const show = (fetched: IdleTime | undefined) =>
    store.setState({ idletime: fetched?.idletime ?? '', isTyped, isChosen: false, fetched })
  const label = () => words().say('idleTime.label')
  const editor = createEditor<IdleTimeForm, IdleTime>(
    parts,
    {
      form: {
        ...store,
        discard: () => show(store.getState().fetched),
        saved: show,
        readAgain(fetched, sent) {
          const { idletime, isChosen } = store.getState()
          if (isChosen && idletime !== sent?.idletime) store.setState({ fetched })
          else show(fetched)
        },
      },
      idOf: () => id,
      violationsOf: violations,
      isChanged,
      changesOf: (form) =>
        isChanged(form)
          ? [
              {
                field: 'idletime',
                label: label(),
                removed: [form.fetched?.idletime ?? ''],
                added: [form.idletime.trim()],
              },
            ]
          : [],
      commandOf: ({ idletime }) => `portico idle-time set ${shellQuoted(idletime.trim())}`,
      read: () => client.call(getIdleTime),
      async save({ idletime, fetched }, { etag }) {
        const body = { idletime: idletime.trim() }
        const answer = await client.call(putIdleTime, { body, ifMatch: etag })
        if (!answer.ok) return answer
        // The answer has no JSON (spec section 7); reading again gives the next ETag.
        const now = await client.call(getIdleTime)
        return now.ok ? now : { ok: true, value: { ...body, readonly: fetched?.readonly ?? false } }
      },
      sentences: { created: 'idleTime.saved', updated: 'idleTime.saved' },
      // This session has another end now.
      afterSave: () => void session?.fetch(),
      labelOf: () => undefined,
      typedOf: (form) => (isChanged(form) ? form.idletime : undefined),
      retype(content) {
        if (typeof content !== 'string') return undefined
        const isOffered = v.is(IdleTimeChoice, content)
        store.setState({ idletime: content, isChosen: true, isTyped: isTyped || !isOffered })
        return 'form.kept'
      },
    },
    {
      ...options,
      lock: () =>
        lock?.() ?? (store.getState().fetched?.readonly === true ? words().say('IDLE_TIME_READ_ONLY') : undefined),
      id,
    },
  )
  return {
    ...editor,
    setIdleTime(idletime) {
      store.setState({ idletime, isChosen: true })
      editor.touch('idletime')
    },
    setTyped(typed) {
      store.setState({ isTyped: typed })
      editor.touch('idletime')
    },
  }
}

/** There is one for each tenant. */
const id = 'idletime'

const isChanged = ({ idletime, fetched }: IdleTimeForm) => fetched !== undefined && idletime.trim() !== fetched.idletime

const typedTime = v.object({ idletime: IdleTimeText })
const chosenTime = v.object({ idletime: IdleTimeChoice })

/** A time that was only read breaks no rule: an operator may have set one that the dropdown does not offer. */
function violations({ idletime, isTyped, isChosen, fetched }: IdleTimeForm): readonly Violation[] {
  if (!isChosen) return []
  if (idletime.trim() === fetched?.idletime) return [{ errorID: 'IDLE_TIME_SAME', fieldID: 'idletime' }]
  return violationsOf(isTyped ? typedTime : chosenTime, { idletime }).slice(0, 1)
}
