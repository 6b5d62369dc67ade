import {
  identityProviderList,
  listOf,
  personList,
  personStates,
  sortIn,
  type Person,
  type PersonFilter,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, useRef } from 'react'

import { useCore, useWords } from '../../context/portal-context.tsx'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { Link } from '../../navigation/link.tsx'
import { TenantWords } from '../../navigation/tenant-words.tsx'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { useQuery } from '../../navigation/use-query.ts'
import { useRefusalScreen } from '../../navigation/use-refusal-screen.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import head from '../../ui/list-head.module.css'
import { Loading } from '../../ui/loading.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from '../../ui/table.module.css'
import { personPath } from '../admin-paths.ts'
import filters from '../people.module.css'
import { StatePill } from '../state-pill.tsx'

/** The people who have signed in, a page at a time. All of it is in the address: `?q=…&idp=…&state=deactivated&sort=-name`. */
export function PersonList() {
  return (
    <TenantWords>
      <People />
    </TenantWords>
  )
}

function People() {
  const words = useWords()
  const { query, change } = useQuery()
  const section = useRef<HTMLElement>(null)
  const list = listOf(useCore(), personList)
  const { held = [] } = useOpenList(listOf(useCore(), identityProviderList), '')
  const search = query.get('q') ?? ''
  const sort = sortIn(personList, query.get('sort'))
  const [state, idp] = [query.get('state') ?? '', query.get('idp') ?? '']
  const filter = useMemo(() => filterOf(state, idp), [state, idp])
  const shown = useOpenList(list, '', { search, sort, filter })
  const { status, rows = [], start, total, hasNext, hasPrevious, isFetching } = shown
  const title = words.say('people.title')
  usePageTitle(title)
  useRefusalScreen()
  const turn = (go: () => Promise<void>) => () => {
    void go().then(() => section.current?.scrollIntoView({ block: 'start' }))
  }
  const all = { value: '', label: words.say('signIns.all') }
  return (
    <PageFrame title={title} lead={words.say('people.lead')}>
      <section ref={section} aria-label={title} aria-busy={isFetching}>
        <div className={classes(head['head'], filters['filters'])}>
          <div className={head['search']}>
            <SearchField
              label={words.say('people.search')}
              clearLabel={words.say('groups.clear')}
              text={search}
              onChange={(q) => change({ q })}
            />
          </div>
          <NativeSelect
            label={words.say('people.state')}
            value={filter.state ?? ''}
            options={[all, ...personStates.map((one) => ({ value: one, label: words.say(`people.state.${one}`) }))]}
            onChange={(value) => change({ state: value })}
          />
          <NativeSelect
            label={words.say('groups.provider')}
            value={idp}
            options={[all, ...held.map(({ id, name }) => ({ value: id, label: name }))]}
            onChange={(value) => change({ idp: value })}
          />
          <output className={head['count']}>
            {rows.length < total
              ? words.say('list.range', { from: start + 1, to: start + rows.length, total })
              : words.say('people.count', { count: rows.length })}
          </output>
        </div>
        {status === 'loading' && <Loading />}
        {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
        {status === 'empty' && <EmptyState message={words.say('people.none')} />}
        {status === 'no-match' && (
          <EmptyState
            message={words.say('people.noMatch')}
            action={
              <Button onClick={() => change({ q: '', state: '', idp: '' })}>{words.say('signIns.clearFilters')}</Button>
            }
          />
        )}
        {status === 'rows' && (
          <PersonTable people={rows} sort={sort || 'name'} onSort={(by) => change({ sort: by === 'name' ? '' : by })} />
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
      </section>
    </PageFrame>
  )
}

function filterOf(state: string, idp: string): PersonFilter {
  const known = personStates.find((one) => one === state)
  return { ...(known === undefined ? {} : { state: known }), ...(idp === '' ? {} : { idp }) }
}

type TableProperties = {
  readonly people: readonly Person[]
  readonly sort: string
  readonly onSort: (sort: string) => void
}

function PersonTable({ people, sort, onSort }: TableProperties) {
  const words = useWords()
  const columns = personList.noun.columns.map((id) => ({
    id,
    label: personList.noun.fields.find(({ name }) => name === id)?.label ?? id,
    isSortable: id === 'name',
  }))
  const rows = people.map(({ id, name, username, identityProvider, active, lastSignInAt }) => ({
    id,
    cells: [
      <Link key="name" to={personPath(id)} className={styles['main']}>
        {name}
      </Link>,
      <span key="username" className={filters['username']}>
        {username}
      </span>,
      <span key="provider" className={filters['username']}>
        {identityProvider.name}
      </span>,
      <StatePill key="state" active={active} />,
      <span key="seen" className={styles['age']}>
        {lastSignInAt === null ? words.say('people.never') : <RelativeTime at={lastSignInAt} />}
      </span>,
    ],
  }))
  return <DataTable label={words.say('people.title')} columns={columns} rows={rows} sort={sort} onSort={onSort} />
}
