import {
  createApplications,
  portalAppId,
  type AdminEnvironment,
  type Application,
  type MappingFilter,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { lazy, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import {
  applicationProvisioningPath,
  applicationSignInPath,
  comparePath,
  customRoles,
  editApplicationPath,
  editMappingPath,
  mappingPath,
  matrixPath,
  openersPath,
} from '../../../kit/navigation/paths.ts'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { CustomRoleMappings } from '../../group-mappings/custom-role-mappings.tsx'
import { MappingForm } from '../../group-mappings/mapping-form.tsx'
import { MappingTable } from '../../group-mappings/mapping-table.tsx'
import { TileFace } from '../../../applications/launcher/tile-face.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { loadChunk } from '../../../kit/ports/load-chunk.ts'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import head from '../../../kit/ui/list-head.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { Pill } from '../../../kit/ui/pill.tsx'
import { SearchField } from '../../../kit/ui/search-field.tsx'
import { SideNav } from '../../../kit/ui/side-nav.tsx'
import { RoleOfApplication } from '../role-of-application.tsx'
import styles from './application-roles.module.css'

const views = () => loadChunk(() => import('../../group-mappings/views.ts'))
const MappingMatrix = lazy(async () => ({ default: (await views()).MappingMatrix }))
const MappingComparison = lazy(async () => ({ default: (await views()).MappingComparison }))

type Properties = { readonly environment: AdminEnvironment }

/** Tab Roles & Groups: the applications of an environment, the roles of the one named by `?app=`, and the groups of `?role=`. */
export default function ApplicationRoles(properties: Properties) {
  return (
    <TenantWords>
      <View {...properties} />
    </TenantWords>
  )
}

/** `?view=matrix` shows all roles against groups, `?view=compare` another environment beside this one. */
function View({ environment }: Properties) {
  const words = useWords()
  const view = useQuery().query.get('view')
  return (
    <>
      {environment.readonly && (
        <p className={head['readonly']}>
          <Pill tone="warning">{words.say('environments.readonly')}</Pill> {words.say('form.readonly')}
        </p>
      )}
      <Suspense fallback={<Loading />}>
        {view === 'matrix' ? (
          <MappingMatrix environment={environment} />
        ) : view === 'compare' ? (
          <MappingComparison environment={environment} />
        ) : (
          <Screen environment={environment} />
        )}
      </Suspense>
    </>
  )
}

/** Number of applications from which they have a search field, as in dropdowns (spec section 9). */
const searchedFrom = 10

function Screen({ environment }: Properties) {
  const applications = useCore().lazily(createApplications)
  const words = useWords()
  const { query, change } = useQuery()
  const { list } = applications
  const search = query.get('find') ?? ''
  const { status, rows = [], held = [] } = useOpenList(list, environment.id, { search })
  const selectedId = useStore(applications, (state) => state.selectedId)
  const wantedId = query.get('app')
  const isCustom = wantedId === customRoles
  const isUnknown = wantedId !== null && !isCustom && !held.some((one) => one.id === wantedId)
  const selected = isUnknown ? undefined : held.find((one) => one.id === selectedId)

  useEffect(() => {
    if (wantedId !== null && held.some((one) => one.id === wantedId)) applications.select(wantedId)
  }, [applications, held, wantedId])

  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  if (status === 'loading') return <Loading />
  const entries = [
    { id: customRoles, label: words.say('mapping.customRoles'), to: mappingPath(environment.id, customRoles) },
    ...rows.map(({ id, label }) => ({ id, label, to: mappingPath(environment.id, id) })),
  ]
  return (
    <>
      <nav aria-label={words.say('mapping.views')} className={styles['views']}>
        <Link to={matrixPath(environment.id)}>{words.say('mapping.matrix')}</Link>
        <Link to={comparePath(environment.id)}>{words.say('mapping.compare')}</Link>
      </nav>
      <div className={styles['root']}>
        <div>
          {held.length >= searchedFrom && (
            <div className={styles['find']}>
              <SearchField
                label={words.say('mapping.searchApplications')}
                clearLabel={words.say('groups.clear')}
                text={search}
                onChange={(find) => change({ find })}
              />
            </div>
          )}
          <SideNav
            label={words.say('portal.apps')}
            currentId={isCustom ? customRoles : selected?.id}
            entries={entries}
          />
        </div>
        {isCustom ? (
          <CustomRoleMappings environment={environment} />
        ) : selected === undefined ? (
          <EmptyState message={words.say(isUnknown ? 'application.notFound' : 'roles.noApplications')} />
        ) : (
          <Roles key={`${environment.id} ${selected.id}`} environment={environment} application={selected} />
        )}
      </div>
    </>
  )
}

type RolesProperties = Properties & { readonly application: Application }

function Roles({ environment, application }: RolesProperties) {
  const roleId = useQuery().query.get('role')
  return (
    <div>
      {roleId === null ? (
        <Mappings environment={environment} application={application} />
      ) : (
        <RoleOfApplication key={roleId} environment={environment} application={application} roleId={roleId} />
      )}
    </div>
  )
}

/** `isAlone`: the application turned out to have no roles, as one without role configuration (`singleTenant`). */
function Head({ environment, application, isAlone }: RolesProperties & { readonly isAlone: boolean }) {
  const words = useWords()
  const { id, label, urn, icon, singleTenant, accessText } = application
  return (
    <>
      <div className={styles['head']}>
        <TileFace label={label} urn={urn} icon={icon} />
        <div className={styles['name']}>
          <h2 id="roles-of" className={styles['title']}>
            {words.say(singleTenant || isAlone ? 'mapping.accessTo' : 'dependency.rolesOf', { name: label })}
          </h2>
          <p className={styles['urn']}>
            <code>{urn}</code>
          </p>
        </div>
        {/* The tabs of the application, by name: a link to only one would hide the others behind it. */}
        <nav aria-label={label} className={formPage['buttons']}>
          <ButtonLink to={editApplicationPath(environment.id, id)}>{words.say('application.show')}</ButtonLink>
          {id !== portalAppId && (
            <>
              <ButtonLink to={applicationSignInPath(environment.id, id)}>{words.say('application.signIn')}</ButtonLink>
              <ButtonLink to={applicationProvisioningPath(environment.id, id)}>
                {words.say('application.provisioning')}
              </ButtonLink>
            </>
          )}
          <ButtonLink to={openersPath(environment.id, id)}>{words.say('application.people')}</ButtonLink>
        </nav>
      </div>
      {accessText != null && (
        <p className={styles['access']}>{words.say('application.askedBy', { text: accessText })}</p>
      )}
    </>
  )
}

/** The role of the portal is that of all environments, and of no application. */
const ofPortal: MappingFilter = { kind: 'portal-role' }

/** Its roles with their groups; an application without roles has one mapping, which is edited here. */
function Mappings({ environment, application }: RolesProperties) {
  const words = useWords()
  return (
    <MappingTable
      environment={environment}
      filter={application.id === portalAppId ? ofPortal : { app: application.id }}
      labelledBy="roles-of"
      pathOf={(mapping) => editMappingPath(environment.id, mapping)}
      empty={words.say('roles.none')}
      head={(isAlone) => <Head environment={environment} application={application} isAlone={isAlone} />}
      alone={(mapping) => (
        <>
          <p className={styles['access']}>{words.say('roles.singleTenant')}</p>
          <MappingForm
            environment={environment}
            target={{ ...mapping, envId: environment.id, environmentName: environment.name }}
            label={words.say('mapping.accessTo', { name: application.label })}
            listPath={mappingPath(environment.id, application.id)}
          />
        </>
      )}
    />
  )
}
