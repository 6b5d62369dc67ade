import { keyText } from '@portico/core'

import { createFinder, type Finder } from '../../../kit/terminal/find/finder.ts'
import { rangesOf } from '../../../kit/terminal/find/ranges.ts'
import type { AccountForm, FormItem } from './account-form.ts'

/** A search in the form of an account: its name, its keys' fingerprints, its applications and their roles. */
export function createAccountFinder(model: AccountForm): Finder {
  const found = (wanted: string) =>
    model
      .items()
      .flatMap((item, at) => (textsOf(model, item).some((text) => rangesOf(text, wanted).length > 0) ? [at] : []))
  return createFinder(model.app.words, {
    count: (wanted) => found(wanted).length,
    nearest: (wanted) =>
      Math.max(
        0,
        found(wanted).findIndex((at) => at >= model.view.getState().cursor),
      ),
    show: (place, wanted) => model.view.setState({ cursor: found(wanted)[place] ?? 0, isEditing: false }),
  })
}

function textsOf({ app, editor }: AccountForm, item: FormItem): readonly string[] {
  const { form: state } = editor.getState()
  switch (item.kind) {
    case 'line':
      return [app.words.say(item.field.label), state.values[item.field.name]]
    case 'key': {
      const { name, label } = item.field
      const value = state.values[name]
      return [app.words.say(label), value.trim() === '' ? app.words.text('not set') : keyText(state, name, value)]
    }
    case 'application':
      return [item.row.urn, item.row.label, ...item.row.roles]
    case 'add':
      return [app.words.say('dependency.add')]
  }
}
