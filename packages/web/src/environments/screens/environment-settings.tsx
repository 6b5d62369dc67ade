import { compareLabels } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { LoadFailed } from '../../feedback/load-failed.tsx'
import { Link } from '../../navigation/link.tsx'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { useRefusalScreen } from '../../navigation/use-refusal-screen.ts'
import { useCore, useNavigator, useWords } from '../../portal/context.tsx'
import { ServiceAccountList } from '../../service-accounts/screens/service-account-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Pill } from '../../ui/pill.tsx'
import styles from './environment-settings.module.css'

/** Environment Management (spec section 2): sidebar ENVIRONMENTS, and what belongs to the chosen one. */
export default function EnvironmentSettings({ environmentId }: { environmentId: string | undefined }) {
  const { environments, feedback } = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const list = useStore(environments, (state) => state.adminEnvironments)
  const failed = useStore(feedback, (state) => state.system ?? state.expected) !== undefined
  const sorted = list?.toSorted((a, b) => compareLabels(a.name, b.name))
  const chosen = sorted?.find((one) => one.id === environmentId)
  const first = sorted?.[0]
  const title = words.say('portal.environmentSettings')
  usePageTitle(title)
  useRefusalScreen()

  useEffect(() => {
    void environments.fetchAdmin()
  }, [environments])

  useEffect(() => {
    if (chosen === undefined && first !== undefined) navigator.replace(pathOf(first.id))
  }, [chosen, first, navigator])

  if (sorted === undefined) return failed ? <LoadFailed onRetry={() => environments.fetchAdmin()} /> : <Loading />
  return (
    <>
      <h1>{title}</h1>
      {first === undefined && <EmptyState message={words.say('environments.noneInTenant')} />}
      <div className={styles['columns']}>
        <nav aria-labelledby="environments-sidebar">
          <h2 id="environments-sidebar" className={styles['sidebarTitle']}>
            {words.say('environments.sidebar')}
          </h2>
          <ul className={styles['sidebar']}>
            {sorted.map((environment) => (
              <li key={environment.id}>
                <Link
                  to={pathOf(environment.id)}
                  className={styles['entry']}
                  aria-current={environment === chosen ? 'page' : undefined}
                >
                  <span className={styles['entryName']}>{environment.name}</span>
                  <Pill>{environment.type}</Pill>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {chosen !== undefined && <ServiceAccountList key={chosen.id} environment={chosen} />}
      </div>
    </>
  )
}

function pathOf(environmentId: string): string {
  return `/portal/admin/environment-settings/${encodeURIComponent(environmentId)}/service-accounts`
}
