import { scimInboxOf, type ScimSection } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { ActivitySection } from './activity-section.tsx'
import { DriftSection } from './drift-section.tsx'
import { RequestsSection } from './requests-section.tsx'

type Properties = {
  /** Of the identity provider. */
  readonly id: string
  readonly section: Extract<ScimSection, 'activity' | 'drift' | 'requests'>
}

/** What the directory of one identity provider has sent: how much, where it differs from the tenant, or each request. */
export function ScimInbox({ id, section }: Properties) {
  const store = scimInboxOf(useCore(), id)
  const isList = section === 'requests'
  useEffect(() => {
    if (!isList) void store.fetch()
    return () => store.close()
  }, [store, isList])
  return isList ? <RequestsSection store={store} id={id} /> : <Summary id={id} section={section} />
}

function Summary({ id, section }: Properties) {
  const store = scimInboxOf(useCore(), id)
  const { status, drift } = useStore(store)
  if (status === 'failed') return <LoadFailed onRetry={() => store.fetch()} />
  if (drift === undefined) return <Loading />
  return section === 'activity' ? <ActivitySection store={store} /> : <DriftSection drift={drift} id={id} />
}
