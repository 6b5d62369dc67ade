import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'

import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import type { WordId } from '../../kit/words/english.ts'
import { getSupportAccess, putSupportAccess, SupportAccess } from './contract.ts'

/** `fetched` is what discard returns to. */
export type SupportAccessForm = SupportAccess & { readonly fetched: SupportAccess | undefined }

export type SupportAccessEditor = Editor<SupportAccessForm, SupportAccess> & {
  /** Without access, nothing may be changed either. */
  allow(access: boolean, change: boolean): void
}

/** Whether support users of the vendor may enter the tenant. There is one for each tenant. */
export function createSupportAccessEditor(parts: EditorParts, options: EditorOptions = {}): SupportAccessEditor {
  const { client, words } = parts
  const none = { allowProsAccess: false, allowProsChange: false }
  const store = createStore<SupportAccessForm>(() => ({ ...none, fetched: undefined }))
  const show = (fetched: SupportAccess | undefined) => store.setState({ ...none, ...fetched, fetched })
  const editor = createEditor<SupportAccessForm, SupportAccess>(
    parts,
    {
      form: {
        ...store,
        discard: () => show(store.getState().fetched),
        saved: show,
        readAgain(fetched, sent) {
          const form = store.getState()
          const isTyped = isChanged(form) && (sent === undefined || !isSame(form, sent))
          if (isTyped) store.setState({ fetched })
          else show(fetched)
        },
      },
      idOf: () => id,
      violationsOf: () => [],
      isChanged,
      changesOf: ({ fetched, ...form }) =>
        fetched === undefined
          ? []
          : flags.flatMap((field) => {
              if (form[field] === fetched[field]) return []
              const label = words().say(labels[field])
              return [{ field, label, removed: [onOff(fetched[field])], added: [onOff(form[field])] }]
            }),
      commandOf: ({ allowProsAccess, allowProsChange }) =>
        `portico support-access ${allowProsAccess ? `allow${allowProsChange ? ' --change' : ''}` : 'deny'}`,
      read: () => client.call(getSupportAccess),
      save: ({ allowProsAccess, allowProsChange }, { etag }) =>
        client.call(putSupportAccess, { body: { allowProsAccess, allowProsChange }, ifMatch: etag }),
      sentences: { created: 'supportAccess.saved', updated: savedSentence },
      labelOf: () => undefined,
      typedOf: (form) =>
        isChanged(form) ? { allowProsAccess: form.allowProsAccess, allowProsChange: form.allowProsChange } : undefined,
      retype(content) {
        const typed = v.safeParse(SupportAccess, content)
        if (!typed.success) return undefined
        store.setState(typed.output)
        return 'form.kept'
      },
    },
    { ...options, id },
  )
  const onOff = (isOn: boolean) => words().say(isOn ? 'supportAccess.on' : 'supportAccess.off')
  return {
    ...editor,
    allow: (access, change) => store.setState({ allowProsAccess: access, allowProsChange: access && change }),
  }
}

/** What the access now is, after it was saved. */
export function savedSentence({ allowProsAccess, allowProsChange }: SupportAccess): WordId {
  if (!allowProsAccess) return 'supportAccess.saved.off'
  return allowProsChange ? 'supportAccess.saved.change' : 'supportAccess.saved'
}

const id = 'support-access'

const flags = ['allowProsAccess', 'allowProsChange'] as const
const labels = { allowProsAccess: 'supportAccess.allow', allowProsChange: 'supportAccess.allowChange' } as const

const isSame = (one: SupportAccess, other: SupportAccess) => flags.every((flag) => one[flag] === other[flag])
const isChanged = (form: SupportAccessForm) => form.fetched !== undefined && !isSame(form, form.fetched)
