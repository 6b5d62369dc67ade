import {
  createApplications,
  fieldOf,
  listOf,
  roleList,
  roleNoun,
  roleScope,
  type AdminEnvironment,
  type Application,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useLocation, useWords } from '../../context/portal-context.tsx'
import { editApplicationPath } from '../../environments/admin-paths.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { TileFace } from '../../launcher/tile-face.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { SideNav } from '../../ui/side-nav.tsx'
import styles from './application-roles.module.css'

/** The applications of an environment, and the roles of the one named by `?app=`; core stores the selection. */
export function ApplicationRoles({ environment }: { environment: AdminEnvironment }) {
  const applications = useCore().lazily(createApplications)
  const words = useWords()
  const { path, search } = useLocation()
  const { list } = applications
  const { status, rows = [] } = useOpenList(list, environment.id)
  const selectedId = useStore(applications, (state) => state.selectedId)
  const wantedId = new URLSearchParams(search).get('app')
  const selected = rows.find((one) => one.id === selectedId)

  useEffect(() => {
    if (wantedId !== null && rows.some((one) => one.id === wantedId)) applications.select(wantedId)
  }, [applications, rows, wantedId])

  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  if (status === 'empty') return <EmptyState message={words.say('roles.noApplications')} />
  if (selected === undefined) return <Loading />
  return (
    <div className={styles['root']}>
      <SideNav
        label={words.say('portal.apps')}
        currentId={selected.id}
        entries={rows.map(({ id, label }) => ({ id, label, to: `${path}?${new URLSearchParams({ app: id })}` }))}
      />
      <Roles environmentId={environment.id} application={selected} />
    </div>
  )
}

function Roles({ environmentId, application }: { environmentId: string; application: Application }) {
  const words = useWords()
  const list = listOf(useCore(), roleList)
  const { status, rows: roles = [] } = useOpenList(list, roleScope(environmentId, application.id))
  const title = words.say('dependency.rolesOf', { name: application.label })
  return (
    <section aria-labelledby="roles-of">
      <div className={styles['head']}>
        <TileFace label={application.label} urn={application.urn} icon={application.icon} />
        <div className={styles['name']}>
          <h2 id="roles-of" className={styles['title']}>
            {title}
          </h2>
          <p className={styles['urn']}>
            <code>{application.urn}</code>
          </p>
        </div>
        <ButtonLink to={editApplicationPath(environmentId, application.id)}>{words.say('application.show')}</ButtonLink>
      </div>
      {application.accessText != null && (
        <p className={styles['access']}>{words.say('application.askedBy', { text: application.accessText })}</p>
      )}
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {status === 'empty' && (
        <EmptyState message={words.say(application.singleTenant ? 'roles.singleTenant' : 'roles.none')} />
      )}
      {status === 'rows' && (
        <DataTable
          labelledBy="roles-of"
          columns={(['label', 'name'] as const).map((id) => ({ id, label: fieldOf(roleNoun, id)?.label ?? id }))}
          rows={roles.map(({ id, label, name }) => ({
            id,
            cells: [
              label,
              <code key="name" className={styles['word']}>
                {name}
              </code>,
            ],
          }))}
        />
      )}
    </section>
  )
}
