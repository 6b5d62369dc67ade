import { createServiceAccounts, serviceAccountNoun, serviceAccountSorts, type AdminEnvironment } from '@portico/core'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../context/portal-context.tsx'
import { createAccountPath } from '../../environments/admin-paths.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useQuery } from '../../navigation/use-query.ts'
import { PlusIcon } from '../../ui/admin-icons.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from '../../ui/list-head.module.css'
import { Loading } from '../../ui/loading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Pill } from '../../ui/pill.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ServiceAccountTable } from '../service-account-table.tsx'

/** The service accounts of one environment, a page at a time. Search and order are in the address: `?q=…&sort=-name`. */
export function ServiceAccountList({ environment }: { environment: AdminEnvironment }) {
  const { list } = useCore().lazily(createServiceAccounts)
  const words = useWords()
  const { query, change } = useQuery()
  const section = useRef<HTMLElement>(null)
  const state = useStore(list)
  const search = query.get('q') ?? ''
  const sort = knownSort(query.get('sort'))
  const isHere = state.scope === environment.id
  const rows = isHere ? state.rows : undefined

  useEffect(() => {
    void list.open(environment.id, { search, sort })
    // Runs once per environment: the effect below follows the query.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [list, environment.id])
  useEffect(() => {
    void list.change({ search, sort })
  }, [list, search, sort])

  if (rows === undefined)
    return isHere && state.failure !== undefined ? <LoadFailed onRetry={() => list.refresh()} /> : <Loading />
  const isReadonly = environment.readonly || state.readonly
  const create = !isReadonly && (
    <ButtonLink look="primary" to={createAccountPath(environment.id)}>
      <PlusIcon />
      {words.say('serviceAccount.create')}
    </ButtonLink>
  )
  const { start, total, hasNext, hasPrevious } = state
  const turn = (go: () => Promise<void>) => () => {
    void go().then(() => section.current?.scrollIntoView({ block: 'start' }))
  }
  return (
    <section ref={section} aria-label={serviceAccountNoun.labelPlural} aria-busy={state.isFetching}>
      {isReadonly && (
        <p className={styles['readonly']}>
          <Pill tone="warning">{words.say('environments.readonly')}</Pill> {words.say('form.readonly')}
        </p>
      )}
      {rows.length === 0 && search === '' && state.search === '' ? (
        <EmptyState message={words.say('serviceAccount.none')} action={create || undefined} />
      ) : (
        <>
          <div className={styles['head']}>
            <div className={styles['search']}>
              <SearchField
                label={words.say('serviceAccount.search')}
                clearLabel={words.say('launcher.clear')}
                text={search}
                onChange={(q) => change({ q })}
              />
            </div>
            <output className={styles['count']}>
              {rows.length < total
                ? words.say('list.range', { from: start + 1, to: start + rows.length, total })
                : words.say('serviceAccount.count', { count: rows.length })}
            </output>
            {create}
          </div>
          {rows.length === 0 ? (
            <EmptyState message={words.say('serviceAccount.noMatch', { text: search })} />
          ) : (
            <ServiceAccountTable
              environmentId={environment.id}
              accounts={rows}
              sort={sort || 'name'}
              onSort={(wanted) => change({ sort: wanted === 'name' ? '' : wanted })}
            />
          )}
          {(hasNext || hasPrevious) && (
            <Pager
              label={words.say('list.pages')}
              actions={[
                { label: words.say('list.first'), isPossible: hasPrevious, go: turn(() => list.first()) },
                { label: words.say('list.previous'), isPossible: hasPrevious, go: turn(() => list.previous()) },
                { label: words.say('list.next'), isPossible: hasNext, go: turn(() => list.next()) },
                { label: words.say('list.last'), isPossible: hasNext, go: turn(() => list.last()) },
              ]}
            />
          )}
        </>
      )}
    </section>
  )
}

/** '' for the list's default order and for an invalid `sort` in the address. */
function knownSort(text: string | null): string {
  const field = text?.replace(/^-/, '') ?? ''
  return text !== null && text !== 'name' && serviceAccountSorts.some((sort) => sort === field) ? text : ''
}
