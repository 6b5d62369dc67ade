import { fieldOf, roleNoun, type AdminEnvironment, type Application } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useLocation, useWords } from '../../context/portal-context.tsx'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { Link } from '../../navigation/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import tableStyles from '../../ui/table.module.css'
import { useRoles } from '../use-roles.ts'
import styles from './application-roles.module.css'

/** The applications of an environment, and the roles of the one named by `?app=`; core stores the selection. */
export function ApplicationRoles({ environment }: { environment: AdminEnvironment }) {
  const { applications, feedback } = useCore()
  const words = useWords()
  const { path, search } = useLocation()
  const state = useStore(applications)
  const failed = useStore(feedback, (one) => one.system ?? one.expected) !== undefined
  const wantedId = new URLSearchParams(search).get('app')
  const isRead = state.environmentId === environment.id && !state.isFetching
  const selected = state.applications.find((one) => one.id === state.selectedId)

  useEffect(() => {
    void applications.fetch(environment.id)
  }, [applications, environment.id])

  useEffect(() => {
    if (wantedId !== null && state.applications.some((one) => one.id === wantedId)) applications.select(wantedId)
  }, [applications, state.applications, wantedId])

  if (!isRead) return <Loading />
  if (selected === undefined)
    return failed ? (
      <LoadFailed onRetry={() => applications.fetch(environment.id)} />
    ) : (
      <EmptyState message={words.say('roles.noApplications')} />
    )
  return (
    <div className={styles['root']}>
      <nav aria-label={words.say('portal.apps')}>
        <ul className={styles['list']}>
          {state.applications.map((one) => (
            <li key={one.id}>
              <Link
                to={`${path}?${new URLSearchParams({ app: one.id })}`}
                className={styles['entry']}
                aria-current={one.id === selected.id ? 'true' : undefined}
              >
                {one.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Roles environmentId={environment.id} application={selected} />
    </div>
  )
}

function Roles({ environmentId, application }: { environmentId: string; application: Application }) {
  const words = useWords()
  const roles = useRoles(environmentId, application.id)
  const title = words.say('dependency.rolesOf', { name: application.label })
  return (
    <section aria-labelledby="roles-of">
      <h2 id="roles-of" className={styles['title']}>
        {title}
      </h2>
      <p className={styles['urn']}>
        <code>{application.urn}</code>
      </p>
      {roles === undefined && <Loading />}
      {roles?.length === 0 && (
        <EmptyState message={words.say(application.singleTenant ? 'roles.singleTenant' : 'roles.none')} />
      )}
      {roles !== undefined && roles.length > 0 && (
        <div className={tableStyles['scroll']}>
          <table className={tableStyles['table']} aria-labelledby="roles-of">
            <thead>
              <tr>
                <th scope="col">{fieldOf(roleNoun, 'label')?.label}</th>
                <th scope="col">{fieldOf(roleNoun, 'name')?.label}</th>
              </tr>
            </thead>
            <tbody>
              {roles.map((role) => (
                <tr key={role.id}>
                  <td>{role.label}</td>
                  <td className={styles['word']}>{role.name}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
