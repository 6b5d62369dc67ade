import type { Place } from '../../terminal/app/place.ts'
import type { Binding } from '../../terminal/focus/binding.ts'
import { requestFormat, requestFormatsSave } from './formats-actions.ts'
import type { FormatsModel } from './formats-model.ts'
import { addWords } from './formats-rows.ts'

/** Keys of the two lists. */
export function formatsBindings(model: FormatsModel): readonly Binding[] {
  const { app, view, form, cursor, id } = model
  const { words } = app
  // The parts of a provider are one step of history; leaving changes behind asks first.
  const goOn = (place: Place) => (model.isDirty() ? app.go(place) : app.replace(place))
  const back: Binding = {
    id: 'form.back',
    keys: ['esc'],
    label: 'Back',
    run: () => goOn({ view: 'identity-providers' }),
  }
  if (view.getState().status !== 'ready') return [back]
  const locked = () => app.tenantRefusal()
  const row = cursor.current()
  const current = model.current()
  const kind = current?.kind ?? (row?.id === 'add prefixes' ? 'prefixes' : 'suffixes')
  return [
    {
      id: 'formats.add',
      keys: row?.kind === 'action' ? ['enter', 'a'] : ['a'],
      label: words.say(addWords[kind]),
      refused: locked,
      run: () => requestFormat(model, kind),
    },
    {
      id: 'formats.remove',
      keys: ['x'],
      label: 'Remove',
      refused: () => locked() ?? (current === undefined ? 'There is no domain here.' : undefined),
      run: () => current && form.remove(current.kind, current.value),
    },
    {
      id: 'form.save',
      keys: ['s', 'ctrl-s'],
      label: words.say('form.save'),
      refused: locked,
      run: () => requestFormatsSave(model),
    },
    {
      id: 'form.discard',
      keys: ['z'],
      label: words.say('form.discard'),
      refused: () => (model.isDirty() ? undefined : words.say('form.unchanged')),
      run: () => model.discard(),
    },
    {
      id: 'provider.configuration',
      keys: ['t', 'left'],
      label: 'Configuration',
      run: () => goOn({ view: 'identity-provider', id }),
    },
    {
      id: 'provider.guide',
      keys: ['v'],
      label: 'Guide',
      run: () => app.go({ view: 'provider-values', id }),
    },
    ...cursor.moveBindings(),
    back,
  ]
}
