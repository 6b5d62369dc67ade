import { fieldOf, type AccountForm, type FormItem } from './account-form.ts'
import { keyWords } from './key-words.ts'

/** The form for a screen reader: the item under the cursor, its value, and what is wrong with it. */
export function spokenForm(model: AccountForm): readonly string[] {
  const { view, app, editor } = model
  const { status } = editor.getState()
  const { cursor, isEditing } = view.getState()
  if (status === 'not-found') return [app.words.say('serviceAccount.notFound')]
  if (status !== 'ready') return [app.words.say('banner.loading')]
  const items = model.items()
  const item = model.current()
  const place = `${Math.min(cursor, items.length - 1) + 1} of ${items.length}`
  const field = fieldOf(item)
  const problem = field && editor.problemOf(field)
  return [
    `${itemText(model, item)}, ${place}${isEditing && model.field() !== undefined ? ', typing' : ''}`,
    ...(problem === undefined ? [] : [`Not valid: ${problem}`]),
  ]
}

function itemText(model: AccountForm, item: FormItem): string {
  const { app, editor } = model
  const { values } = editor.getState().form
  if (item.kind === 'line') return `${app.words.say(item.field.label)}: ${values[item.field.name] || 'empty'}`
  if (item.kind === 'key') {
    return `${app.words.say(item.field.label)}: ${keyWords(model, item.field.name)}`
  }
  if (item.kind === 'add') return app.words.say('dependency.add')
  return `Application ${item.row.label}, roles: ${item.row.roles.join(', ') || 'none'}`
}
