import { environmentList, listOf, type AdminEnvironment } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { lazy, Suspense, useEffect } from 'react'

import { useCore, useNavigator, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { AdminWords } from '../../../kit/navigation/admin-words.tsx'
import { loadChunk } from '../../../kit/ports/load-chunk.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { ServiceAccountList } from '../../../machines/service-accounts/screens/service-account-list.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import styles from '../../../kit/ui/side-nav.module.css'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { TabLinks } from '../../../kit/ui/tab-links.tsx'
import {
  type EnvironmentTab,
  environmentPath,
  environmentTabs,
  isEnvironmentTab,
} from '../../../kit/navigation/paths.ts'
import { keepTab, rememberedTab } from '../environment-tab.ts'
import { EnvironmentSidebar } from '../environment-sidebar.tsx'

const ApplicationRoles = lazy(() => loadChunk(() => import('../../../access/app-roles/screens/application-roles.tsx')))
const EnvironmentForm = lazy(() => loadChunk(() => import('./environment-form.tsx')))

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
  const core = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const list = listOf(core, environmentList)
  const { status, rows } = useOpenList(list, '')
  const chosen = rows?.find((one) => one.id === environmentId)
  // An address with an unknown id opens no other environment: what is changed there would be changed in the wrong one.
  const isUnknown = environmentId !== undefined && chosen === undefined
  const open = isUnknown ? undefined : (chosen ?? rows?.[0])
  const tab = isEnvironmentTab(tabId) ? tabId : rememberedTab(core.memory)
  const path = open && environmentPath(open.id, tab)
  const isElsewhere = chosen === undefined || tab !== tabId
  const title = words.say('portal.environmentSettings')
  usePageTitle(title)
  useRefusalScreen()

  useEffect(() => core.environments.learn(rows), [core, rows])

  useEffect(() => {
    if (isElsewhere && path !== undefined) navigator.replace(path)
  }, [isElsewhere, path, navigator])

  useEffect(() => {
    if (!isElsewhere) keepTab(core.memory, tab)
  }, [isElsewhere, core.memory, tab])

  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  if (rows === undefined)
    return (
      <PageFrame title={title}>
        <Loading />
      </PageFrame>
    )
  return (
    <PageFrame title={title}>
      {rows.length === 0 && <EmptyState message={words.say('environments.noneInTenant')} />}
      <div className={styles['columns']}>
        <EnvironmentSidebar environments={rows} chosen={chosen} tab={tab} />
        {isUnknown && rows.length > 0 && <EmptyState message={words.say('environments.unknown')} />}
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
            <Suspense fallback={<Loading />}>
              <TabContent key={chosen.id} tab={tab} environment={chosen} />
            </Suspense>
          </div>
        )}
      </div>
    </PageFrame>
  )
}

function TabContent({ tab, environment }: { tab: EnvironmentTab; environment: AdminEnvironment }) {
  if (tab === 'roles-and-groups') return <ApplicationRoles environment={environment} />
  if (tab === 'general-settings') return <EnvironmentForm environment={environment} />
  return <ServiceAccountList environment={environment} />
}
