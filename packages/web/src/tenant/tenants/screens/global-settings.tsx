import { lazy, Suspense, useEffect } from 'react'

import { useNavigator, useWords } from '../../../kit/context/portal-context.tsx'
import { type SettingsTab, isSettingsTab, settingsPath, settingsTabs } from '../../../kit/navigation/paths.ts'
import { ProviderList } from '../../../providers/identity-providers/screens/provider-list.tsx'
import { loadChunk } from '../../../kit/ports/load-chunk.ts'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import form from '../../../kit/ui/form-page.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { useIsRepair } from '../../../sign-in/recovery-codes/repair-mark.ts'
import { SetUpChecklist } from '../set-up-checklist.tsx'
import { TabLinks } from '../../../kit/ui/tab-links.tsx'

const IdleTimeSection = lazy(() => loadChunk(() => import('../../idle-time/idle-time-section.tsx')))
const SupportAccessSection = lazy(() => loadChunk(() => import('../../support-access/support-access-section.tsx')))
const WebhooksSection = lazy(() => loadChunk(() => import('../../webhooks/webhooks-section.tsx')))
const ApiTokensSection = lazy(() => loadChunk(() => import('../../../machines/api-tokens/api-tokens-section.tsx')))
const SupportTranscript = lazy(() => loadChunk(() => import('../../support-access/support-transcript.tsx')))
const RecoveryCodesSection = lazy(() =>
  loadChunk(() => import('../../../sign-in/recovery-codes/screens/recovery-codes-section.tsx')),
)
const CustomRoles = lazy(() => loadChunk(() => import('../../../access/tenant-roles/screens/custom-roles.tsx')))
const PortalRolesSection = lazy(() =>
  loadChunk(() => import('../../../access/portal-roles/screens/portal-roles-section.tsx')),
)

/** Global Settings (spec section 2): tabs Identity Providers, Custom Roles, Security. */
export function GlobalSettings({ tabId }: { tabId: string | undefined }) {
  return (
    <TenantWords>
      <Settings tabId={tabId} />
    </TenantWords>
  )
}

function Settings({ tabId }: { tabId: string | undefined }) {
  const words = useWords()
  const navigator = useNavigator()
  const isRepair = useIsRepair()
  const transcript = useQuery().query.get('transcript')
  const tab: SettingsTab = isSettingsTab(tabId) ? tabId : 'identity-providers'
  const title = words.say('settings.title')
  usePageTitle(title)
  useRefusalScreen()

  useEffect(() => {
    if (tab !== tabId) navigator.replace(settingsPath(tab))
  }, [tab, tabId, navigator])

  return (
    <PageFrame title={title}>
      {!isRepair && (
        <TabLinks
          label={title}
          tabs={settingsTabs.map((id) => ({ id, label: words.say(`settings.${id}`), to: settingsPath(id) }))}
          current={tab}
        />
      )}
      {tab === 'identity-providers' && (
        <>
          <ProviderList />
          {!isRepair && <SetUpChecklist />}
        </>
      )}
      {tab === 'custom-roles' && (
        <Suspense fallback={<Loading />}>
          <CustomRoles />
        </Suspense>
      )}
      {tab === 'security-settings' && transcript !== null && (
        <Suspense fallback={<Loading />}>
          <SupportTranscript id={transcript} />
        </Suspense>
      )}
      {tab === 'security-settings' && transcript === null && (
        <div className={form['parts']}>
          <Suspense fallback={<Loading />}>
            <PortalRolesSection />
          </Suspense>
          <Suspense fallback={<Loading />}>
            <IdleTimeSection />
          </Suspense>
          <Suspense fallback={<Loading />}>
            <SupportAccessSection />
          </Suspense>
          <Suspense fallback={<Loading />}>
            <WebhooksSection />
          </Suspense>
          <Suspense fallback={<Loading />}>
            <ApiTokensSection />
          </Suspense>
          <Suspense fallback={<Loading />}>
            <RecoveryCodesSection />
          </Suspense>
        </div>
      )}
    </PageFrame>
  )
}
