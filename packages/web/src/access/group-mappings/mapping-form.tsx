import {
  createMappingEditor,
  groupChoices,
  identityProviderList,
  listOf,
  mappingList,
  mappingTargetId,
  type AdminEnvironment,
  type Group,
  type MappedGroup,
  type MappingEditor,
  type MappingTarget,
} from '@portico/core'
import { useEditor, useOpenList } from '@portico/core/react'
import { useState } from 'react'

import { ObjectHistory } from '../../tenant/audit/object-history.tsx'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { GroupPicker } from '../../people/groups/group-picker.tsx'
import { useQuery } from '../../kit/navigation/use-query.ts'
import { ChangesAside } from '../../kit/editing/changes-aside.tsx'
import { EditorForm, EditorFrame } from '../../kit/editing/editor-frame.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { saveForm } from '../../kit/ui/save-form.ts'
import { AddUnseenGroup } from './add-unseen-group.tsx'
import { GroupsOfOthers } from './groups-of-others.tsx'

type Properties = {
  readonly environment: AdminEnvironment
  readonly target: MappingTarget
  /** What the groups are mapped to. */
  readonly label: string
  /** Where to go if it was deleted meanwhile. */
  readonly listPath: string
}

/** The groups of all providers that are mapped to a role, or to an application without roles. */
export function MappingForm({ environment, target, label, listPath }: Properties) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() =>
    createMappingEditor(core, { target, isReadonly: () => environment.readonly, retry: saveForm }),
  )
  return (
    <EditorFrame editor={editor} notFound={<EmptyState message={words.say('mapping.notFound')} />}>
      <Open editor={editor} isReadonly={environment.readonly} label={label} listPath={listPath} />
      <ObjectHistory of={auditedMapping(target)} onReverted={() => void editor.load()} />
    </EditorFrame>
  )
}

/** What the audit log calls the target of a mapping. */
function auditedMapping(target: MappingTarget) {
  return { kind: target.kind === 'application-role' ? 'app-role' : target.kind, id: mappingTargetId(target) }
}

type OpenProperties = Pick<Properties, 'label' | 'listPath'> & {
  readonly editor: MappingEditor
  readonly isReadonly: boolean
}

function Open({ editor, isReadonly, label, listPath }: OpenProperties) {
  const core = useCore()
  const words = useWords()
  const { query, change } = useQuery()
  const { form } = useEditor(editor)
  const providers = useOpenList(listOf(core, identityProviderList), '').held ?? []
  const wanted = query.get('idp') ?? form.fetched.groups[0]?.idp
  const provider = providers.find(({ id }) => id === wanted) ?? providers.find(({ primary }) => primary) ?? providers[0]
  if (provider === undefined) return <EmptyState message={words.say('idp.none')} />
  const { id: idp, name: idpName } = provider
  const others = form.groups.filter((group) => group.idp !== idp)
  const choose = (groups: readonly Group[]) => {
    editor.replace([...others, ...groups.map((group) => mapped(group, idp, idpName))])
  }
  const own = form.groups.filter((group) => group.idp === idp)
  const countOf = (id: string) => form.groups.filter((group) => group.idp === id).length
  return (
    <div className={formPage['columns']}>
      <EditorForm
        editor={editor}
        label={label}
        listPath={listPath}
        onSaved={() => void listOf(core, mappingList).refreshQuietly()}
      >
        <GroupsOfOthers
          groups={others}
          isReadonly={isReadonly}
          onRemove={({ id }) => editor.replace(form.groups.filter((group) => group.id !== id))}
        />
        {providers.length > 1 && (
          <div className={formPage['narrow']}>
            <NativeSelect
              label={words.say('groups.provider')}
              value={idp}
              options={providers.map(({ id, name }) => ({
                value: id,
                label: countOf(id) === 0 ? name : `${name} (${countOf(id)})`,
              }))}
              onChange={(id) => change({ idp: id })}
            />
          </div>
        )}
        <GroupPicker
          key={idp}
          label={words.say('mapping.groupsOf', { name: idpName })}
          list={listOf(core, groupChoices)}
          scope={idp}
          chosen={own}
          error={editor.problemOf('groups')}
          disabled={isReadonly}
          onChange={choose}
          missing={(text, clear) => (
            <AddUnseenGroup
              idp={idp}
              text={text}
              onAdded={(group) => {
                choose([...own, group])
                clear()
              }}
            />
          )}
        />
      </EditorForm>
      <ChangesAside editor={editor} />
    </div>
  )
}

/** The list of groups says more of a group than a mapping. */
function mapped({ id, name, claim }: Group, idp: string, idpName: string): MappedGroup {
  return { id, name, claim, idp, idpName }
}
