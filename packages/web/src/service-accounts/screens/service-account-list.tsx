import { compareLabels, filterApplications, serviceAccountNoun, type AdminEnvironment } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { createAccountPath } from '../../environments/admin-paths.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useQuery } from '../../navigation/use-query.ts'
import { useCore, useWords } from '../../portal/context.tsx'
import { PlusIcon } from '../../ui/admin-icons.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from '../../ui/list-head.module.css'
import { Loading } from '../../ui/loading.tsx'
import { Pill } from '../../ui/pill.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ServiceAccountTable } from '../service-account-table.tsx'

/** The service accounts of one environment. Search and order are in the address: `?q=…&sort=-name`. */
export function ServiceAccountList({ environment }: { environment: AdminEnvironment }) {
  const { serviceAccounts, feedback } = useCore()
  const words = useWords()
  const { query, change } = useQuery()
  const state = useStore(serviceAccounts)
  const failed = useStore(feedback, (one) => one.system ?? one.expected) !== undefined
  const list = state.environmentId === environment.id ? state.serviceAccounts : undefined
  const isReadonly = environment.readonly || state.readonly
  const text = query.get('q') ?? ''
  const isDescending = query.get('sort') === '-name'
  const fetch = () => serviceAccounts.fetch(environment.id)

  useEffect(() => {
    void serviceAccounts.fetch(environment.id)
  }, [serviceAccounts, environment.id])

  if (list === undefined) return failed ? <LoadFailed onRetry={fetch} /> : <Loading />
  const shown = filterApplications(
    list.map((account) => ({ ...account, label: account.name })),
    text,
  ).toSorted((a, b) => compareLabels(a.name, b.name) * (isDescending ? -1 : 1))
  const create = !isReadonly && (
    <ButtonLink look="primary" to={createAccountPath(environment.id)}>
      <PlusIcon />
      {words.say('serviceAccount.create')}
    </ButtonLink>
  )
  return (
    <section aria-label={serviceAccountNoun.labelPlural}>
      {isReadonly && (
        <p className={styles['readonly']}>
          <Pill tone="warning">{words.say('environments.readonly')}</Pill> {words.say('form.readonly')}
        </p>
      )}
      {list.length === 0 ? (
        <EmptyState message={words.say('serviceAccount.none')} action={create || undefined} />
      ) : (
        <>
          <div className={styles['head']}>
            <div className={styles['search']}>
              <SearchField
                label={words.say('serviceAccount.search')}
                clearLabel={words.say('launcher.clear')}
                text={text}
                onChange={(q) => change({ q })}
              />
            </div>
            <output className={styles['count']}>{words.say('serviceAccount.count', { count: shown.length })}</output>
            {create}
          </div>
          {shown.length === 0 ? (
            <EmptyState message={words.say('serviceAccount.noMatch', { text })} />
          ) : (
            <ServiceAccountTable
              environmentId={environment.id}
              accounts={shown}
              isDescending={isDescending}
              onSort={() => change({ sort: isDescending ? '' : '-name' })}
            />
          )}
        </>
      )}
    </section>
  )
}
