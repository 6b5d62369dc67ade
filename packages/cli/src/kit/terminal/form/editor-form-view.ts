import type { App } from '../app/app.ts'
import type { View } from '../app/view.ts'
import type { Watched } from '../draw/use-watched.ts'
import { changeLines } from '../editing/change-lines.ts'
import { requestSave } from '../editing/save-editor.ts'
import { isUntouched, type Saving } from '../editing/saving.ts'
import type { Binding } from '../focus/binding.ts'
import { formBody } from './form-body.tsx'
import type { FormCursor } from './form-cursor.ts'
import { createFormFinder } from './form-finder.ts'
import { formTarget } from './form-target.ts'
import { spokenRows } from './spoken-rows.ts'

type EditorFormOptions<Form, Stored> = {
  readonly name: string
  readonly saving: Saving<Form, Stored>
  readonly cursor: FormCursor
  readonly stores?: readonly Watched[]
  readonly notFound?: string
  readonly unguard: () => void
  /** Why nothing can be changed now; absent: that of the whole tenant. */
  readonly locked?: () => string | undefined
  /** Enter on the row under the cursor. */
  readonly edit: () => Pick<Binding, 'label' | 'run' | 'refused'>
  /** Further keys while nothing is typed; `back` is the last of all. */
  readonly bindings: () => readonly Binding[]
  readonly back: Binding
} & Pick<View, 'crumbs' | 'command' | 'webPath'>

/** A form of core's editor, by default for something of the whole tenant: rows, a field to type in, save with its changes shown, discard. */
export function editorFormView<Form, Stored>(app: App, options: EditorFormOptions<Form, Stored>): View {
  const { name, saving, cursor, stores = [], notFound, edit, bindings, back } = options
  const { editor } = saving
  const { words } = app
  const finder = createFormFinder(words, cursor)
  const watched = [editor, cursor, finder, app.core.feedback, ...stores]
  const locked = options.locked ?? (() => app.tenantRefusal())
  const instead = () => {
    const { status } = editor.getState()
    if (status === 'ready') return undefined
    if (status === 'loading') return words.say('banner.loading')
    return (status === 'not-found' ? notFound : undefined) ?? words.say('error.notLoaded.title')
  }
  /** Enabled even with violations: pressing it then reports them. */
  const save = (keys: readonly string[]): Binding => ({
    id: 'form.save',
    keys,
    label: words.say('form.save'),
    refused: locked,
    run: () => requestSave(saving),
  })
  const acting = (): readonly Binding[] => [
    { id: 'form.edit', keys: ['enter', 'e', ' '], refused: locked, ...edit() },
    save(['s', 'ctrl-s']),
    {
      id: 'form.discard',
      keys: ['z'],
      label: words.say('form.discard'),
      refused: () => (editor.hasChanges() ? undefined : words.say('form.unchanged')),
      run: () => editor.discard(),
    },
    ...bindings(),
    ...cursor.moveBindings(),
    back,
  ]
  const own = (): readonly Binding[] => {
    if (editor.getState().status !== 'ready') return [back]
    if (cursor.field() === undefined) return [...finder.bindings(), ...acting()]
    return cursor.editBindings(save(['ctrl-s']), isUntouched(editor) ? back : undefined)
  }
  return {
    Body: formBody({ cursor, finder, stores: watched, instead, tabs: () => [] }),
    crumbs: options.crumbs,
    command: options.command,
    webPath: options.webPath,
    open: async () => {
      if (editor.hasChanges()) return app.say('There are changes that are not saved: save or discard them first.')
      await editor.load()
    },
    close: options.unguard,
    changes: () => changeLines(editor),
    filter: finder.filter,
    watched,
    target: (line) => (instead() === undefined ? formTarget(app, cursor, false, line) : undefined),
    spoken: () => {
      const sentence = instead()
      return sentence === undefined ? spokenRows(cursor, words) : [sentence]
    },
    layer: { name, isModal: false, field: () => cursor.field(), bindings: own },
  }
}
