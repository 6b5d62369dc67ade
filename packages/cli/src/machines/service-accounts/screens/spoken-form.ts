import { fieldOf, type AccountForm, type FormItem } from './account-form.ts'
import { keyWords } from './key-words.ts'
import { filled, phrase } from '../../../kit/phrases/phrase.ts'

/** The form for a screen reader: the item under the cursor, its value, and what is wrong with it. */
export function spokenForm(model: AccountForm): readonly string[] {
  const { view, app, editor } = model
  const { status } = editor.getState()
  const { cursor, isEditing } = view.getState()
  if (status === 'not-found') return [app.words.say('serviceAccount.notFound')]
  if (status !== 'ready') return [app.words.say('banner.loading')]
  const items = model.items()
  const item = model.current()
  const { words } = app
  const place = words.say('tui.place', { at: Math.min(cursor, items.length - 1) + 1, count: items.length })
  const field = fieldOf(item)
  const problem = field && editor.problemOf(field)
  return [
    [itemText(model, item), place, ...(isEditing && model.field() !== undefined ? [words.text('typing')] : [])].join(
      ', ',
    ),
    ...(problem === undefined ? [] : [words.say('tui.notValid', { text: problem })]),
  ]
}

function itemText(model: AccountForm, item: FormItem): string {
  const { app, editor } = model
  const { values } = editor.getState().form
  if (item.kind === 'line')
    return `${app.words.say(item.field.label)}: ${values[item.field.name] || app.words.text('empty')}`
  if (item.kind === 'key') {
    return `${app.words.say(item.field.label)}: ${keyWords(model, item.field.name)}`
  }
  if (item.kind === 'add') return app.words.say('dependency.add')
  const roles = item.row.roles.join(', ') || app.words.text('none')
  return filled(phrase`Application ${item.row.label}, roles: ${roles}`, app.words.text)
}
