import { scimInboxOf } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { ActivitySection } from './activity-section.tsx'
import { DriftSection } from './drift-section.tsx'
import { RequestsSection } from './requests-section.tsx'

/** What the directory of one identity provider has sent: how much, where it differs from the tenant, and each request. */
export function ScimInbox({ id }: { readonly id: string }) {
  const store = scimInboxOf(useCore(), id)
  const { status, drift } = useStore(store)
  useEffect(() => {
    void store.fetch()
    return () => store.close()
  }, [store])
  return (
    <>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => store.fetch()} />}
      {status === 'ready' && <ActivitySection store={store} />}
      {drift !== undefined && <DriftSection drift={drift} id={id} />}
      <RequestsSection store={store} id={id} />
    </>
  )
}
