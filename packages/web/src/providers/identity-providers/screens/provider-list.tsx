import { identityProviderList, listOf } from '@portico/core'
import { useOpenList } from '@portico/core/react'

import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { useCore, useMayChange, useWords } from '../../../kit/context/portal-context.tsx'
import { PlusIcon } from '../../../kit/ui/admin-icons.tsx'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { doorsDrawing } from '../../../kit/ui/drawings.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import head from '../../../kit/ui/list-head.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { WhereIs } from '../../username-formats/where-is.tsx'
import { createProviderPath, signInsPath } from '../../../kit/navigation/paths.ts'
import { ProviderTable } from '../provider-table.tsx'
import { SwitchNotice } from '../switch-notice.tsx'
import styles from '../provider-table.module.css'

/** The identity providers of the tenant, and a lookup of the provider for a username. */
export function ProviderList() {
  const words = useWords()
  const list = listOf(useCore(), identityProviderList)
  const { status, rows = [] } = useOpenList(list, '')
  const mayChange = useMayChange()
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  const add = mayChange && (
    <ButtonLink look="primary" to={createProviderPath()}>
      <PlusIcon />
      {words.say('idp.add')}
    </ButtonLink>
  )
  return (
    <section aria-label={words.say('settings.identity-providers')}>
      <SwitchNotice providers={rows} />
      {status === 'empty' ? (
        <EmptyState
          drawing={doorsDrawing}
          message={words.say('idp.none')}
          hint={words.say('idp.noneHint')}
          action={add}
        />
      ) : (
        <>
          <div className={head['head']}>
            <p className={styles['lead']}>{words.say('formats.lead')}</p>
            <ButtonLink to={signInsPath()}>{words.say('idp.recentSignIns')}</ButtonLink>
            {add}
          </div>
          {status === 'loading' ? <Loading /> : <ProviderTable providers={rows} />}
        </>
      )}
      {status !== 'loading' && <WhereIs />}
    </section>
  )
}
