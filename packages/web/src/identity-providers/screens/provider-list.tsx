import { createIdentityProviders } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useCore, useWords } from '../../context/portal-context.tsx'
import { PlusIcon } from '../../ui/admin-icons.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import head from '../../ui/list-head.module.css'
import { Loading } from '../../ui/loading.tsx'
import { WhereIs } from '../../username-formats/where-is.tsx'
import { createProviderPath, signInsPath } from '../admin-paths.ts'
import { ProviderTable } from '../provider-table.tsx'
import styles from '../provider-table.module.css'

/** The identity providers of the tenant, and a lookup of the provider for a username. */
export function ProviderList() {
  const core = useCore()
  const words = useWords()
  const identityProviders = core.lazily(createIdentityProviders)
  const list = useStore(identityProviders, (state) => state.identityProviders)
  const failed = useStore(core.feedback, (state) => state.system ?? state.expected) !== undefined

  useEffect(() => {
    void identityProviders.fetch()
  }, [identityProviders])

  if (list === undefined) return failed ? <LoadFailed onRetry={() => identityProviders.fetch()} /> : <Loading />
  const add = (
    <ButtonLink look="primary" to={createProviderPath()}>
      <PlusIcon />
      {words.say('idp.add')}
    </ButtonLink>
  )
  return (
    <section aria-label={words.say('settings.identity-providers')}>
      {list.length === 0 ? (
        <EmptyState message={words.say('idp.none')} action={add} />
      ) : (
        <>
          <div className={head['head']}>
            <p className={styles['lead']}>{words.say('formats.lead')}</p>
            <ButtonLink to={signInsPath()}>{words.say('idp.recentSignIns')}</ButtonLink>
            {add}
          </div>
          <ProviderTable providers={list} />
        </>
      )}
      <WhereIs />
    </section>
  )
}
