import * as v from 'valibot'

import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { shellFlag } from '../../kit/nouns/shell-text.ts'
import { MappedGroup, type Mapping, type TenantGroups } from './contract.ts'
import { createMappingForm, mappingChangesOf, type MappingFormState } from './form.ts'
import { MappingInput } from './rules.ts'
import { mappingInput, mappingTargetId, readMapping, saveMapping, tenantGroupsOf, type MappingTarget } from './calls.ts'

export type MappingEditor = Editor<MappingFormState, TenantGroups> & {
  /** Takes over a row of the list, with its ETag. */
  openMapping(row: Pick<Mapping, 'groups' | 'etag'>): void
  /** The groups that are to be mapped, of any provider. */
  replace(groups: readonly MappedGroup[]): void
  /** Adds a group, or removes it. */
  toggle(group: MappedGroup): void
}

const Groups = v.array(MappedGroup)
const Typed = v.object({ groups: Groups, fetched: v.object({ groups: Groups }) })

/** The groups of a custom role in an environment, of a role of an application, or of an application without roles. */
export function createMappingEditor(
  parts: EditorParts,
  { target, ...options }: EditorOptions & { readonly target: MappingTarget; readonly isReadonly?: () => boolean },
): MappingEditor {
  const { words } = parts
  const form = createMappingForm()
  const id = mappingTargetId(target)
  const editor = createEditor<MappingFormState, TenantGroups>(
    parts,
    {
      form,
      idOf: () => id,
      violationsOf: (state) => violationsOf(MappingInput, mappingInput(state.groups)),
      isChanged,
      changesOf: (state) => {
        const { removed, added } = mappingChangesOf(state)
        const names = (groups: readonly MappedGroup[]) => groups.map(({ name }) => name)
        const label = words().say('mapping.groups')
        return isChanged(state) ? [{ field: 'groups', label, removed: names(removed), added: names(added) }] : []
      },
      commandOf: (state) => mappingCommand(target, state.groups),
      read: () => readMapping(parts, target),
      save: (state, { etag }) => saveMapping(parts, target, mappingInput(state.groups), etag),
      sentences: { created: 'mapping.saved', updated: 'mapping.saved' },
      ...(options.isReadonly === undefined ? {} : { isReadonly: options.isReadonly }),
      // Details name a provider or group by its position.
      fieldOf: () => 'groups',
      typedOf: ({ groups, fetched }) => ({ groups, fetched }),
      retype(content) {
        const typed = v.safeParse(Typed, content)
        if (!typed.success) return undefined
        form.repeat(typed.output)
        return 'form.kept'
      },
    },
    { ...options, id },
  )
  const replace = (groups: readonly MappedGroup[]) => {
    form.replace(groups)
    editor.touch('groups')
  }
  return {
    ...editor,
    openMapping: ({ groups, etag }) => editor.open(tenantGroupsOf(groups), etag),
    replace,
    toggle(group) {
      const { groups } = form.getState()
      const others = groups.filter(({ id: one }) => one !== group.id)
      replace(others.length < groups.length ? others : [...groups, group])
    },
  }
}

function isChanged(state: MappingFormState): boolean {
  const { removed, added } = mappingChangesOf(state)
  return removed.length + added.length > 0
}

/** The same for a POSIX shell. Groups are named if one provider has all of them, else given by id. */
function mappingCommand(target: MappingTarget, groups: readonly MappedGroup[]): string {
  const { kind, envId, environmentName = envId, appLabel, role } = target
  const [first] = groups
  const isOneProvider = groups.every(({ idp }) => idp === first?.idp)
  return [
    'portico mapping set',
    shellFlag('env', environmentName),
    ...(appLabel === undefined ? [] : [shellFlag('app', appLabel)]),
    ...(kind === 'application' ? [] : [shellFlag('role', role)]),
    ...(first === undefined ? ['--none'] : isOneProvider ? [shellFlag('idp', first.idpName)] : []),
    ...groups.map(({ id, name }) => shellFlag('group', isOneProvider ? name : id)),
  ].join(' ')
}
