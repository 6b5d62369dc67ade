import { createTenantRoleEditor, listOf, mappingList, type AdminEnvironment } from '@portico/core'
import { useEditor, useList } from '@portico/core/react'
import { useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { EditorFrame } from '../../kit/editing/editor-frame.tsx'
import { customRoles, mappingPath, settingsPath } from '../../kit/navigation/paths.ts'
import { useQuery } from '../../kit/navigation/use-query.ts'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { PartHead } from '../../kit/ui/part-head.tsx'
import { MappingForm } from './mapping-form.tsx'
import { MappingTable } from './mapping-table.tsx'

type Properties = { readonly environment: AdminEnvironment }

/** The custom roles of the tenant with their groups in one environment. */
export function CustomRoleMappings({ environment }: Properties) {
  const words = useWords()
  const roleId = useQuery().query.get('role')
  if (roleId !== null) return <OneRole key={roleId} environment={environment} roleId={roleId} />
  const toSettings = <ButtonLink to={settingsPath('custom-roles')}>{words.say('mapping.manageRoles')}</ButtonLink>
  return (
    <div>
      <div className={formPage['sectionHead']}>
        <h2 id="custom-roles">{words.say('mapping.customRoles')}</h2>
        {toSettings}
      </div>
      <MappingTable
        environment={environment}
        filter={{ kind: 'tenant-role' }}
        labelledBy="custom-roles"
        pathOf={({ roleId: id }) => mappingPath(environment.id, customRoles, id)}
        empty={words.say('tenantRole.none')}
      />
    </div>
  )
}

type OneProperties = Properties & { readonly roleId: string }

function OneRole(properties: OneProperties) {
  const { rows = [] } = useList(listOf(useCore(), mappingList))
  const row = rows.find((one) => one.kind === 'tenant-role' && one.roleId === properties.roleId)
  return row === undefined ? <FoundRole {...properties} /> : <Groups {...properties} label={row.label} />
}

/** The address was opened before the list of mappings, or the role is on another page of it. */
function FoundRole(properties: OneProperties) {
  const core = useCore()
  const words = useWords()
  const { environment, roleId } = properties
  const [editor] = useState(() => createTenantRoleEditor(core, { id: roleId }))
  const { stored } = useEditor(editor)
  const back = (
    <ButtonLink look="primary" to={mappingPath(environment.id, customRoles)}>
      {words.say('tenantRole.toList')}
    </ButtonLink>
  )
  return (
    <EditorFrame editor={editor} notFound={<EmptyState message={words.say('tenantRole.notFound')} action={back} />}>
      {stored !== undefined && <Groups {...properties} label={stored.label} />}
    </EditorFrame>
  )
}

function Groups({ environment, roleId, label }: OneProperties & { readonly label: string }) {
  const words = useWords()
  const listPath = mappingPath(environment.id, customRoles)
  return (
    <section aria-labelledby="mapping">
      <PartHead id="mapping" title={label} back={{ label: words.say('tenantRole.toList'), to: listPath }}>
        {words.say('mapping.lead', { name: environment.name })}
      </PartHead>
      <MappingForm
        environment={environment}
        target={{
          kind: 'tenant-role',
          envId: environment.id,
          environmentName: environment.name,
          roleId,
          role: label,
          label,
        }}
        label={label}
        listPath={listPath}
      />
    </section>
  )
}
