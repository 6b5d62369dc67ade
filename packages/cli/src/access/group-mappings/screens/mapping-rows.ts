import { groupNoun, type MappedGroup, type MappingEditor, type MappingTarget } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { inSentence } from '../../../kit/terminal/app/in-sentence.ts'
import type { FormRow } from '../../../kit/terminal/form/form-row.ts'

export function groupRowId({ id }: MappedGroup): string {
  return `group ${id}`
}

/** The groups below the name of their provider, and a row for adding others; groups that are not saved yet are marked. */
export function mappingRows(app: App, target: MappingTarget, editor: MappingEditor): readonly FormRow[] {
  const { words } = app
  const { groups, fetched } = editor.getState().form
  const place = { name: app.environment(target.envId)?.name ?? target.environmentName ?? '' }
  const lead = target.kind === 'application' ? words.say('mapping.accessTo', { name: target.label }) : undefined
  const problem = editor.problemOf('groups')
  const isNew = (group: MappedGroup) => !fetched.groups.some(({ id }) => id === group.id)
  const providers = new Map(groups.map(({ idp, idpName }) => [idp, idpName]))
  return [
    { kind: 'note', id: 'note lead', text: neutralise(lead ?? words.say('mapping.lead', place)) },
    ...(problem === undefined ? [] : [{ kind: 'note', id: 'note problem', text: problem, look: 'bad' } as const]),
    ...(groups.length > 0 ? [] : [{ kind: 'note', id: 'note none', text: words.say('mapping.none') } as const]),
    ...[...providers].flatMap(([idp, idpName]): readonly FormRow[] => [
      { kind: 'heading', id: `heading ${idp}`, text: neutralise(idpName) },
      ...groups
        .filter((group) => group.idp === idp)
        .map((group): FormRow => ({
          kind: 'field',
          id: groupRowId(group),
          label: neutralise(group.name),
          shown: [isNew(group) ? words.say('formats.new') : '', group.claim === group.name ? '' : group.claim]
            .filter(Boolean)
            .join(' '),
          isDefault: true,
        })),
    ]),
    {
      kind: 'action',
      id: 'add',
      text: `+ ${words.say('tui.addGroups', { name: inSentence(groupNoun.labelPlural, words) })}`,
    },
    { kind: 'action', id: 'unseen', text: `+ ${words.text('Add a group by its name')}` },
  ]
}
