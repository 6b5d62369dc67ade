import { createServiceAccounts, serviceAccountNoun, sortIn, type AdminEnvironment } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useRef } from 'react'

import { useCore, useWords } from '../../context/portal-context.tsx'
import { createAccountPath } from '../../environments/admin-paths.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useQuery } from '../../navigation/use-query.ts'
import { PlusIcon } from '../../ui/admin-icons.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { keyDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from '../../ui/list-head.module.css'
import { Loading } from '../../ui/loading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Pill } from '../../ui/pill.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectedAccounts } from '../selected-accounts.tsx'
import { ServiceAccountTable } from '../service-account-table.tsx'

const withApplications = { include: 'dependencies' } as const

/** The service accounts of one environment, a page at a time. Search and order are in the address: `?q=…&sort=-name`. */
export function ServiceAccountList({ environment }: { environment: AdminEnvironment }) {
  const { list } = useCore().lazily(createServiceAccounts)
  const words = useWords()
  const { query, change } = useQuery()
  const section = useRef<HTMLElement>(null)
  const search = query.get('q') ?? ''
  const sort = sortIn(list.listed, query.get('sort'))
  const { status, rows = [], ...state } = useOpenList(list, environment.id, { search, sort, filter: withApplications })
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
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
      {status !== 'rows' && search === '' ? (
        <EmptyState
          drawing={keyDrawing}
          message={words.say('serviceAccount.none')}
          hint={words.say('serviceAccount.noneHint')}
          action={create || undefined}
        />
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
          <SelectedAccounts list={list} environmentId={environment.id} isReadonly={isReadonly} />
          {status !== 'rows' ? (
            <EmptyState
              message={words.say('serviceAccount.noMatch', { text: search })}
              action={<Button onClick={() => change({ q: '' })}>{words.say('launcher.clear')}</Button>}
            />
          ) : (
            <ServiceAccountTable
              list={list}
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
