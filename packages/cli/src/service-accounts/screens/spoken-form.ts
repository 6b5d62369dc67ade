import { keyText } from '@portico/core'

import type { FormItem, FormModel } from './form-model.ts'

/** The form for a screen reader: the item under the cursor, its value, and what is wrong with it. */
export function spokenForm(model: FormModel): readonly string[] {
  const { view, app } = model
  const { status, cursor, isEditing } = view.getState()
  if (status === 'not-found') return [app.words.say('serviceAccount.notFound')]
  if (status !== 'ready') return [app.words.say('banner.loading')]
  const items = model.items()
  const item = model.current()
  const place = `${Math.min(cursor, items.length - 1) + 1} of ${items.length}`
  const complaint =
    item.kind === 'name' ? model.complaint('name') : item.kind === 'key' ? model.complaint(item.slot) : undefined
  return [
    `${itemText(model, item)}, ${place}${isEditing && model.field() !== undefined ? ', typing' : ''}`,
    ...(complaint === undefined ? [] : [`Not valid: ${complaint}`]),
  ]
}

function itemText({ form, app }: FormModel, item: FormItem): string {
  const { values } = form.getState()
  if (item.kind === 'name') return `Name: ${values.name || 'empty'}`
  if (item.kind === 'key')
    return `Public key ${item.slot.slice(-1)}: ${values[item.slot].trim() === '' ? 'not set' : keyText(form.getState(), item.slot, values[item.slot])}`
  if (item.kind === 'add') return app.words.say('dependency.add')
  return `Application ${item.row.label}, roles: ${item.row.roles.join(', ') || 'none'}`
}
