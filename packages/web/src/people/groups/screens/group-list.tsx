import { identityProviderList, listOf, providerGroupList, type SeenGroup } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { Suspense, useMemo, type ReactNode } from 'react'

import { useCore, useMayChange, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { groupPath } from '../../../kit/navigation/paths.ts'
import { Link } from '../../../kit/ui/link.tsx'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { useListed } from '../../../kit/navigation/use-listed.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import head from '../../../kit/ui/list-head.module.css'
import { ListFrame } from '../../../kit/ui/list-frame.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { NativeSelect } from '../../../kit/ui/native-select.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { RelativeTime } from '../../../kit/ui/relative-time.tsx'
import styles from '../../../kit/ui/table.module.css'
import { ForgetGroups } from '../forget-groups.tsx'

/**
 * The groups of one identity provider, a page at a time. All of it is in the address: `?idp=…&q=…&sort=-name`. With
 * `?group=…`, the page of one group, which `pageOf` draws.
 */
export function GroupList({ pageOf }: { readonly pageOf: (group: string) => ReactNode }) {
  return (
    <TenantWords>
      <Place pageOf={pageOf} />
    </TenantWords>
  )
}

function Place({ pageOf }: { readonly pageOf: (group: string) => ReactNode }) {
  const group = useQuery().query.get('group')
  return group === null ? <Groups /> : <Suspense fallback={<Loading />}>{pageOf(group)}</Suspense>
}

function Groups() {
  const words = useWords()
  const { query, change } = useQuery()
  const providers = listOf(useCore(), identityProviderList)
  const { status, held = [] } = useOpenList(providers, '')
  const mayChange = useMayChange()
  const title = words.say('groups.title')
  usePageTitle(title)
  useRefusalScreen()
  const wanted = query.get('idp')
  const provider = held.find(({ id }) => id === wanted) ?? held.find(({ primary }) => primary) ?? held[0]
  return (
    <PageFrame title={title} lead={words.say('groups.lead')}>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => providers.refresh()} />}
      {status === 'empty' && <EmptyState message={words.say('idp.none')} />}
      {provider !== undefined && (
        <>
          <div className={head['head']}>
            <NativeSelect
              label={words.say('groups.provider')}
              value={provider.id}
              options={held.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(idp) => change({ idp, q: '' })}
            />
            {mayChange && <ForgetGroups provider={provider} />}
          </div>
          <Rows idp={provider.id} />
        </>
      )}
    </PageFrame>
  )
}

function Rows({ idp }: { readonly idp: string }) {
  const words = useWords()
  const shown = useListed(listOf(useCore(), providerGroupList), idp)
  const { rows = [], order, onSort } = shown
  return (
    <ListFrame
      shown={shown}
      label={words.say('groups.title')}
      search={{ label: words.say('groups.search'), clearLabel: words.say('groups.clear') }}
      countOf={(count) => words.say('groups.count', { count })}
      empty={<EmptyState message={words.say('groups.none')} />}
      noMatch={{ message: words.say('groups.noMatch', { text: shown.text }) }}
    >
      <GroupTable rows={rows} sort={order} onSort={onSort} />
    </ListFrame>
  )
}

type TableProperties = {
  readonly rows: readonly SeenGroup[]
  readonly sort: string
  readonly onSort: (sort: string) => void
}

function GroupTable({ rows, sort, onSort }: TableProperties) {
  const words = useWords()
  // Most providers write the names that are shown: then one column says it.
  const isRenamed = rows.some(({ name, claim }) => name !== claim)
  const shown = providerGroupList.noun.columns.filter((id) => id !== 'claim' || isRenamed)
  const columns = shown.map((id) => ({
    id,
    label: providerGroupList.noun.fields.find(({ name }) => name === id)?.label ?? id,
    isSortable: id === 'name',
  }))
  const drawn = useMemo(
    () =>
      rows.map(({ id, name, claim, lastSeenAt, mappedTo }) => ({
        id,
        cells: [
          <Link key="name" to={groupPath(id)} className={styles['main']}>
            {name}
          </Link>,
          ...(isRenamed ? [claim] : []),
          <span key="seen" className={styles['age']}>
            {lastSeenAt === null ? words.say('groups.notSeen') : <RelativeTime at={lastSeenAt} />}
          </span>,
          <MappedTo key="mapped" names={mappedTo} />,
        ],
      })),
    [rows, isRenamed, words],
  )
  return <DataTable label={words.say('groups.title')} columns={columns} rows={drawn} sort={sort} onSort={onSort} />
}

/** Names of mappings shown at once; a group of everyone has dozens. */
const mappedShown = 5

function MappedTo({ names }: { readonly names: readonly string[] }) {
  const words = useWords()
  if (names.length === 0) return words.say('groups.mappedNowhere')
  const more = names.slice(mappedShown)
  return (
    <div>
      {names.slice(0, mappedShown).join(', ')}
      {more.length > 0 && (
        <details>
          <summary>{words.say('groups.mappedMore', { count: more.length })}</summary>
          {more.join(', ')}
        </details>
      )}
    </div>
  )
}
