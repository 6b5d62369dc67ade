import type { App } from '../../../kit/terminal/app/app.ts'
import type { Place } from '../../../kit/terminal/app/place.ts'
import { requestSave } from '../../../kit/terminal/editing/save-editor.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { askForUnseenGroup } from './ask-for-unseen-group.ts'
import type { MappingForm } from './mapping-form.ts'
import { pickGroups } from './pick-groups.ts'

/** Keys of the groups of a role. */
export function mappingBindings(form: MappingForm): readonly Binding[] {
  const { app, editor, saving, cursor, target } = form
  const { words } = app
  const back: Binding = {
    id: 'form.back',
    keys: ['esc'],
    label: 'Back',
    run: () => (cameFromAList(app) ? app.move('back') : app.go({ view: 'mappings', environmentId: target.envId })),
  }
  if (editor.getState().status !== 'ready') return [back]
  const locked = () => app.writeRefusal(target.envId)
  const row = cursor.current()?.id
  const current = form.current()
  const noGroup = () => (current === undefined ? 'No group is selected.' : undefined)
  return [
    {
      id: 'mapping.add',
      keys: row === 'add' ? ['enter', 'a'] : ['a'],
      label: 'Add groups',
      refused: locked,
      run: () => pickGroups(form),
    },
    {
      id: 'mapping.unseen',
      keys: row === 'unseen' ? ['enter', 'b'] : ['b'],
      label: 'Add by name',
      refused: locked,
      run: () => askForUnseenGroup(form, ''),
    },
    {
      id: 'mapping.remove',
      keys: ['x'],
      label: 'Remove',
      refused: () => locked() ?? noGroup(),
      run: () => current && editor.toggle(current),
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
      id: 'mapping.uses',
      keys: ['u'],
      label: 'Used by',
      refused: noGroup,
      run: () => current && app.go({ view: 'group-uses', id: current.id, name: current.name }),
    },
    ...cursor.moveBindings(),
    back,
  ]
}

/** Screens that lead to the groups of a role. */
const lists: ReadonlySet<Place['view']> = new Set([
  'mappings',
  'matrix',
  'app-roles',
  'roles',
  'group-uses',
  'mapping-tree',
  'group-tree',
])

function cameFromAList(app: App): boolean {
  const { places, at } = app.state.getState().history
  const before = places[at - 1]
  return before !== undefined && lists.has(before.view)
}
