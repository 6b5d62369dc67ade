import { domainKinds } from '@portico/core'

import type { Place } from '../../../kit/terminal/app/place.ts'
import { requestSave } from '../../../kit/terminal/editing/save-editor.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { requestFormat } from './formats-actions.ts'
import type { FormatsForm } from './formats-form.ts'
import { addWords } from './formats-rows.ts'

/** Keys of the lists. */
export function formatsBindings(form: FormatsForm): readonly Binding[] {
  const { app, editor, saving, cursor, id } = form
  const { words } = app
  // The tabs of a provider share one history entry; leaving unsaved changes asks first.
  const goOn = (place: Place) => (editor.hasChanges() ? app.go(place) : app.replace(place))
  const back: Binding = {
    id: 'form.back',
    keys: ['esc'],
    label: 'Back',
    run: () => goOn({ view: 'identity-providers' }),
  }
  if (editor.getState().status !== 'ready') return [back]
  const locked = () => app.tenantRefusal()
  const row = cursor.current()
  const current = form.current()
  const kind = current?.kind ?? domainKinds.find((one) => row?.id === `add ${one}`) ?? 'suffixes'
  return [
    {
      id: 'formats.add',
      keys: row?.kind === 'action' ? ['enter', 'a'] : ['a'],
      label: words.say(addWords[kind]),
      refused: locked,
      run: () => requestFormat(form, kind),
    },
    {
      id: 'formats.remove',
      keys: ['x'],
      label: 'Remove',
      refused: () => locked() ?? (current === undefined ? 'No domain is selected.' : undefined),
      run: () => current && editor.take(current.kind, current.value),
    },
    {
      id: 'form.save',
      keys: ['s', 'ctrl-s'],
      label: words.say('form.save'),
      refused: locked,
      run: () => requestSave(saving),
    },
    {
      id: 'form.discard',
      keys: ['z'],
      label: words.say('form.discard'),
      refused: () => (editor.hasChanges() ? undefined : words.say('form.unchanged')),
      run: () => editor.discard(),
    },
    {
      id: 'provider.configuration',
      keys: ['t', 'left'],
      label: 'Configuration',
      run: () => goOn({ view: 'identity-provider', id }),
    },
    { id: 'provider.scim', keys: ['u', 'right'], label: 'SCIM', run: () => goOn({ view: 'scim', id }) },
    {
      id: 'provider.draft',
      keys: ['T'],
      label: words.say('draft.title'),
      run: () => app.go({ view: 'provider-draft', id }),
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
