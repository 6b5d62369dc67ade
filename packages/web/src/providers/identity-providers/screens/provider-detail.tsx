import {
  createIdentityProviders,
  identityProviderNoun,
  providerDraftOf,
  typeNames,
  type OpenedProvider,
} from '@portico/core'
import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'

import { ObjectHistory } from '../../../tenant/audit/object-history.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useLoaded } from '../../../kit/navigation/use-loaded.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { useCore, useNavigator, useWords } from '../../../kit/context/portal-context.tsx'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { CopyableCode } from '../../../kit/ui/copyable-code.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { Pill } from '../../../kit/ui/pill.tsx'
import { TabLinks } from '../../../kit/ui/tab-links.tsx'
import { LazyScimTab } from '../../../people/scim-tokens/lazy-scim-tab.tsx'
import { UsernameFormatsTab } from '../username-formats-tab.tsx'
import {
  type ProviderTab,
  isProviderTab,
  providerPath,
  providerTabs,
  settingsPath,
  signInsPath,
} from '../../../kit/navigation/paths.ts'
import { ConfigurationTab } from '../configuration-tab.tsx'
import { ProviderLock } from '../provider-lock.tsx'
import { parentsOf } from '../provider-parents.ts'
import { ProviderState } from '../provider-table.tsx'
import { SwitchNotice } from '../switch-notice.tsx'

type Properties = {
  readonly id: string
  readonly tabId: string
  /** Of the tabs Configuration and SCIM. */
  readonly sectionId: string | undefined
}

/** One identity provider (spec section 2): tabs CONFIGURATION, USERNAME FORMATS, SCIM. */
export function ProviderDetail({ id, tabId, sectionId }: Properties) {
  return (
    <TenantWords>
      <Detail key={id} id={id} tabId={tabId} sectionId={sectionId} />
    </TenantWords>
  )
}

function Detail({ id, tabId, sectionId }: Properties) {
  const words = useWords()
  const navigator = useNavigator()
  const tab = isProviderTab(tabId) ? tabId : 'configuration'
  const { loaded: opened, reload } = useLoaded(useReader(id, tab))
  useRefusalScreen()

  const isElsewhere = tab !== tabId || (sectionId !== undefined && tab === 'username-formats')
  useEffect(() => {
    if (isElsewhere) navigator.replace(providerPath(id, tab))
  }, [isElsewhere, tab, id, navigator])

  const title = <PageTitle part={words.say('settings.identity-providers')} />
  if (opened === undefined || opened === 'failed')
    return (
      <>
        {title}
        {opened === undefined ? <Loading shape="page" /> : <LoadFailed onRetry={reload} />}
      </>
    )
  if (opened === 'not-found') {
    const back = (
      <ButtonLink look="primary" to={settingsPath('identity-providers')}>
        {words.say('idp.toList')}
      </ButtonLink>
    )
    return (
      <PageFrame title={identityProviderNoun.label} parents={parentsOf(words)}>
        {title}
        <EmptyState message={words.say('idp.notFound')} action={back} />
      </PageFrame>
    )
  }
  return <OpenDetail opened={opened} tab={tab} sectionId={sectionId} />
}

function PageTitle({ part }: { part: string }) {
  usePageTitle(part)
  return null
}

/** Each tab starts from the stored version, because another tab may have changed it. */
function useReader(id: string, tab: ProviderTab): () => Promise<OpenedProvider | 'not-found' | undefined> {
  const core = useCore()
  return useCallback(async () => {
    const opened = await core.lazily(createIdentityProviders).open(id)
    if (opened !== undefined && opened !== 'not-found') providerDraftOf(core, id).take(opened.provider, opened.etag)
    return opened
    // Only the state at opening matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [core, id, tab])
}

type OpenProperties = Pick<Properties, 'sectionId'> & { readonly opened: OpenedProvider; readonly tab: ProviderTab }

function OpenDetail({ opened, tab, sectionId }: OpenProperties) {
  const words = useWords()
  const navigator = useNavigator()
  const { id } = opened.provider
  // The version last saved, kept or reverted on this screen.
  const { provider = opened.provider } = useStore(providerDraftOf(useCore(), id))
  usePageTitle(provider.name)
  const history = <ObjectHistory of={{ kind: 'identity-provider', id }} />
  return (
    <PageFrame
      title={provider.name}
      parents={parentsOf(words)}
      status={
        <>
          <Pill>{typeNames[provider.type].name}</Pill>
          <ProviderState provider={provider} />
          <CopyableCode text={id} label={words.say('idp.copyId', { name: provider.name })} />
        </>
      }
      actions={<ButtonLink to={signInsPath(id)}>{words.say('idp.recentSignIns')}</ButtonLink>}
    >
      <SwitchNotice providers={[provider]} />
      <TabLinks
        label={words.say('idp.tabs', { name: provider.name })}
        tabs={providerTabs.map((one) => ({
          id: one,
          label: words.say(`idp.tab.${one}`),
          to: providerPath(id, one),
        }))}
        current={tab}
      />
      {tab === 'configuration' && (
        <ConfigurationTab
          key={`${id} ${opened.etag}`}
          opened={opened}
          sectionId={sectionId}
          onSaved={(newer) => newer.id !== id && navigator.replace(providerPath(newer.id))}
          foot={history}
        />
      )}
      {tab === 'username-formats' && (
        <ProviderLock provider={provider}>
          <UsernameFormatsTab key={id} id={id} />
        </ProviderLock>
      )}
      {tab === 'scim' && <LazyScimTab key={id} id={id} name={provider.name} sectionId={sectionId} foot={history} />}
      {tab === 'username-formats' && history}
    </PageFrame>
  )
}
