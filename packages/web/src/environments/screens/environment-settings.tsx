import { orderByName, type AdminEnvironment } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { ApplicationRoles } from '../../app-roles/screens/application-roles.tsx'
import { useCore, useNavigator, useWords } from '../../context/portal-context.tsx'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { AdminWords } from '../../navigation/admin-words.tsx'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { useRefusalScreen } from '../../navigation/use-refusal-screen.ts'
import { ServiceAccountList } from '../../service-accounts/screens/service-account-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { environmentPath, environmentTabs, firstTab, isEnvironmentTab, type EnvironmentTab } from '../admin-paths.ts'
import { EnvironmentSidebar } from '../environment-sidebar.tsx'
import { EnvironmentFacts } from './environment-facts.tsx'
import styles from './environment-settings.module.css'

type Properties = { readonly environmentId: string | undefined; readonly tabId: string | undefined }

/** Environment Management (spec section 2): sidebar ENVIRONMENTS, and tabs of the chosen one. */
export default function EnvironmentSettings(properties: Properties) {
  return (
    <AdminWords>
      <Settings {...properties} />
    </AdminWords>
  )
}

function Settings({ environmentId, tabId }: Properties) {
  const { environments, feedback } = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const list = useStore(environments, (state) => state.adminEnvironments)
  const failed = useStore(feedback, (state) => state.system ?? state.expected) !== undefined
  const sorted = list && orderByName(list, ({ name }) => name)
  const chosen = sorted?.find((one) => one.id === environmentId)
  const open = chosen ?? sorted?.[0]
  const tab = isEnvironmentTab(tabId) ? tabId : firstTab
  const path = open && environmentPath(open.id, tab)
  const isElsewhere = chosen === undefined || tab !== tabId
  const title = words.say('portal.environmentSettings')
  usePageTitle(title)
  useRefusalScreen()

  useEffect(() => {
    void environments.fetchAdmin()
  }, [environments])

  useEffect(() => {
    if (isElsewhere && path !== undefined) navigator.replace(path)
  }, [isElsewhere, path, navigator])

  if (sorted === undefined) return failed ? <LoadFailed onRetry={() => environments.fetchAdmin()} /> : <Loading />
  return (
    <>
      <h1>{title}</h1>
      {open === undefined && <EmptyState message={words.say('environments.noneInTenant')} />}
      <div className={styles['columns']}>
        <EnvironmentSidebar environments={sorted} chosen={chosen} tab={tab} />
        {chosen !== undefined && (
          <div>
            <TabLinks
              label={words.say('environments.tabs', { name: chosen.name })}
              tabs={environmentTabs.map((id) => ({
                id,
                label: words.say(`environments.${id}`),
                to: environmentPath(chosen.id, id),
              }))}
              current={tab}
            />
            <TabContent key={chosen.id} tab={tab} environment={chosen} />
          </div>
        )}
      </div>
    </>
  )
}

function TabContent({ tab, environment }: { tab: EnvironmentTab; environment: AdminEnvironment }) {
  if (tab === 'roles-and-groups') return <ApplicationRoles environment={environment} />
  if (tab === 'general-settings') return <EnvironmentFacts environment={environment} />
  return <ServiceAccountList environment={environment} />
}
