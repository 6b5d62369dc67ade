import { lazy, Suspense, useEffect } from 'react'

import { useNavigator, useWords } from '../../../kit/context/portal-context.tsx'
import { type SettingsTab, isSettingsTab, settingsPath, settingsTabs } from '../../../kit/navigation/paths.ts'
import { ProviderList } from '../../../providers/identity-providers/screens/provider-list.tsx'
import { loadChunk } from '../../../kit/ports/load-chunk.ts'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { useIsRepair } from '../../../sign-in/recovery-codes/repair-mark.ts'
import { SetUpChecklist } from '../set-up-checklist.tsx'
import { TabLinks } from '../../../kit/ui/tab-links.tsx'

const SecuritySettings = lazy(() => loadChunk(() => import('../security-settings.tsx')))
const CustomRoles = lazy(() => loadChunk(() => import('../../../access/tenant-roles/screens/custom-roles.tsx')))

type Properties = {
  readonly tabId: string | undefined
  /** Of the Security tab. */
  readonly sectionId?: string | undefined
}

/** Global Settings (spec section 2): tabs Identity Providers, Custom Roles, Security. */
export function GlobalSettings(properties: Properties) {
  return (
    <TenantWords>
      <Settings {...properties} />
    </TenantWords>
  )
}

function Settings({ tabId, sectionId }: Properties) {
  const words = useWords()
  const navigator = useNavigator()
  const isRepair = useIsRepair()
  const tab: SettingsTab = isSettingsTab(tabId) ? tabId : 'identity-providers'
  const title = words.say('settings.title')
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
          <PageTitle part={title} />
          <ProviderList />
          {!isRepair && <SetUpChecklist />}
        </>
      )}
      {tab === 'custom-roles' && (
        <Suspense fallback={<Loading />}>
          <CustomRoles />
        </Suspense>
      )}
      {tab === 'security-settings' && (
        <Suspense fallback={<Loading />}>
          <SecuritySettings sectionId={sectionId} />
        </Suspense>
      )}
    </PageFrame>
  )
}

/** The other tabs have the titles of what they show: a section, a role. */
function PageTitle({ part }: { readonly part: string }) {
  usePageTitle(part)
  return null
}
