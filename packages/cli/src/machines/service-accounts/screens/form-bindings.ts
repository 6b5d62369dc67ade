import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { requestSave } from '../../../kit/terminal/editing/save-editor.ts'
import { isUntouched } from '../../../kit/terminal/editing/saving.ts'
import { fieldOf, type AccountForm } from './account-form.ts'
import {
  requestApplication,
  requestDelete,
  requestKeyFile,
  requestNewKey,
  requestRoles,
  unsavedKeyRefusal,
} from './form-actions.ts'

/** Keys of the form: while a field is edited, only those that end editing; otherwise movement and actions. */
export function formBindings(model: AccountForm): readonly Binding[] {
  const { status } = model.editor.getState()
  if (status !== 'ready') return [goBack(model)]
  return model.field() === undefined ? actingBindings(model) : editingBindings(model)
}

function editingBindings(model: AccountForm): readonly Binding[] {
  const { view } = model
  const next = (by: number) => () => {
    model.move(by)
    view.setState({ isEditing: isText(model) })
  }
  return [
    // Enter ends editing a name; a key's text area handles Enter first and inserts a line break.
    { id: 'form.next', keys: ['tab', 'enter', 'down'], label: 'Next', run: next(1) },
    { id: 'form.previous', keys: ['shift-tab', 'up'], label: 'Previous', run: next(-1), hint: false },
    saveBinding(model, ['ctrl-s']),
    isUntouched(model.editor)
      ? goBack(model)
      : { id: 'form.stop', keys: ['esc'], label: 'Stop typing', run: () => model.stop() },
  ]
}

function actingBindings(model: AccountForm): readonly Binding[] {
  const { app, view, editor } = model
  const item = model.current()
  const locked = () => app.writeRefusal(editor.environmentId)
  const { id } = editor.getState()
  const edit: Binding = {
    id: 'form.edit',
    keys: ['enter', 'e'],
    label: item.kind === 'application' ? 'Roles' : item.kind === 'add' ? 'Add application' : 'Edit',
    refused: locked,
    run: () => {
      if (item.kind === 'add') return requestApplication(model)
      if (item.kind === 'application') return requestRoles(model, item.row.appId)
      view.setState({ isEditing: true })
    },
  }
  // Listed on every row, so that the reason is given where no key is selected.
  const slot = item.kind === 'key' ? item.field.name : undefined
  const noKey = () => (slot === undefined ? 'Go to a public key first: j, k.' : undefined)
  const ofItem: Binding[] = [
    {
      id: 'form.file',
      keys: ['f'],
      label: 'From file',
      refused: () => locked() ?? noKey(),
      run: () => slot && requestKeyFile(model, slot),
    },
    {
      id: 'form.make-key',
      keys: ['m'],
      label: app.words.say('key.make'),
      refused: () => locked() ?? noKey() ?? (slot && unsavedKeyRefusal(model, slot)),
      run: () => slot && requestNewKey(model, slot),
    },
  ]
  if (slot !== undefined)
    ofItem.push({
      id: 'form.clear',
      keys: ['x'],
      label: 'Clear',
      refused: locked,
      run: () => editor.removeKey(slot),
    })
  if (item.kind === 'application') {
    const { appId, urn } = item.row
    ofItem.push(
      { id: 'form.remove', keys: ['x'], label: 'Remove', refused: locked, run: () => editor.removeApplication(appId) },
      { id: 'form.copy-urn', keys: ['c'], label: 'Copy URN', run: () => copied(model, urn) },
    )
  }
  return [
    edit,
    ...ofItem,
    saveBinding(model, ['s', 'ctrl-s']),
    {
      id: 'form.add',
      keys: ['a'],
      label: app.words.say('dependency.add'),
      refused: locked,
      run: () => requestApplication(model),
      hint: item.kind !== 'add',
    },
    ...(id === undefined
      ? []
      : [
          {
            id: 'form.discard',
            keys: ['z'],
            label: app.words.say('form.discard'),
            refused: () => (editor.hasChanges() ? undefined : model.app.words.say('form.unchanged')),
            run: () => editor.discard(),
          },
          {
            id: 'form.delete',
            keys: ['d'],
            label: app.words.say('form.delete'),
            refused: locked,
            run: () => requestDelete(model),
          },
          {
            id: 'form.copy-id',
            keys: ['i'],
            label: 'Copy id',
            run: () => copied(model, id),
            hint: false,
          },
        ]),
    { id: 'form.down', keys: ['down', 'j', 'tab'], label: 'Down', run: () => model.move(1), hint: false },
    { id: 'form.up', keys: ['up', 'k', 'shift-tab'], label: 'Up', run: () => model.move(-1), hint: false },
    { id: 'form.first', keys: ['home', 'g'], label: 'First', run: () => model.move(-Infinity), hint: false },
    { id: 'form.last', keys: ['end', 'G'], label: 'Last', run: () => model.move(Infinity), hint: false },
    goBack(model),
  ]
}

/** Enabled even with violations and a lock: pressing it then reports them. */
function saveBinding(model: AccountForm, keys: readonly string[]): Binding {
  return {
    id: 'form.save',
    keys,
    label: model.app.words.say('form.save'),
    async run() {
      await model.checkLock()
      requestSave(model.saving)
    },
  }
}

function goBack(model: AccountForm): Binding {
  return {
    id: 'form.back',
    keys: ['esc'],
    label: model.app.words.say('serviceAccount.toList'),
    run: () => toList(model),
  }
}

function toList(form: AccountForm): void {
  const { app, editor } = form
  if (editor.hasChanges()) return app.go({ view: 'service-accounts', environmentId: editor.environmentId })
  form.toList()
}

function isText(model: AccountForm): boolean {
  return fieldOf(model.current()) !== undefined
}

function copied({ app }: AccountForm, text: string): void {
  app.copy(text)
  app.say(`${app.words.say('serviceAccount.copied')}: ${text}`)
}
