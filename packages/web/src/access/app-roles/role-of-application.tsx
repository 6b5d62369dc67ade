import { listOf, mappingList, roleList, roleScope, type AdminEnvironment, type Application } from '@portico/core'
import { useList, useOpenList } from '@portico/core/react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { MappingForm } from '../group-mappings/mapping-form.tsx'
import { mappingPath, withoutRole } from '../../kit/navigation/paths.ts'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { PartHead } from '../../kit/ui/part-head.tsx'

type Properties = {
  readonly environment: AdminEnvironment
  readonly application: Application
  readonly roleId: string
}

type Named = { readonly name: string; readonly label: string }

/** The groups of one role of an application, or of access to it without a role. */
export function RoleOfApplication(properties: Properties) {
  const words = useWords()
  const { rows = [] } = useList(listOf(useCore(), mappingList))
  const { application, roleId } = properties
  if (roleId === withoutRole)
    return <Groups {...properties} held={undefined} label={words.say('mapping.withoutRole')} />
  const row = rows.find((one) => one.appId === application.id && one.roleId === roleId)
  if (row === undefined) return <FoundRole {...properties} />
  return <Groups {...properties} held={{ name: row.role, label: row.label }} label={row.label} />
}

/** The address was opened before the list of mappings, or the role is on another page of it. */
function FoundRole(properties: Properties) {
  const words = useWords()
  const { environment, application, roleId } = properties
  const list = listOf(useCore(), roleList)
  const { status, held = [] } = useOpenList(list, roleScope(environment.id, application.id))
  const role = held.find(({ id }) => id === roleId)
  if (role !== undefined) return <Groups {...properties} held={role} label={role.label} />
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  return (
    <EmptyState
      message={words.say('mapping.notFound')}
      action={
        <ButtonLink look="primary" to={mappingPath(environment.id, application.id)}>
          {words.say('mapping.toRoles', { name: application.label })}
        </ButtonLink>
      }
    />
  )
}

type GroupsProperties = Properties & { readonly held: Named | undefined; readonly label: string }

function Groups({ environment, application, roleId, held, label }: GroupsProperties) {
  const words = useWords()
  const listPath = mappingPath(environment.id, application.id)
  const of = { envId: environment.id, environmentName: environment.name, appId: application.id }
  const title = words.say('mapping.roleOf', { role: label, name: application.label })
  return (
    <section aria-labelledby="mapping">
      <PartHead
        id="mapping"
        title={title}
        back={{ label: words.say('mapping.toRoles', { name: application.label }), to: listPath }}
      >
        {words.say('mapping.lead', { name: environment.name })}
      </PartHead>
      <MappingForm
        environment={environment}
        target={
          held === undefined
            ? { ...of, kind: 'application', role: '', label: application.label, appLabel: application.label }
            : { ...of, kind: 'application-role', roleId, role: held.name, label, appLabel: application.label }
        }
        label={title}
        listPath={listPath}
      />
    </section>
  )
}
