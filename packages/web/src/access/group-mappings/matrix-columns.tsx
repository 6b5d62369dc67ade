import {
  listOf,
  mappedColumns,
  matrixColumns,
  matrixColumnsMax,
  totalText,
  type IdentityProvider,
  type MappedGroup,
  type Mapping,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, type ReactNode } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { useQuery } from '../../kit/navigation/use-query.ts'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import head from '../../kit/ui/list-head.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { Pager } from '../../kit/ui/pager.tsx'

type Properties = {
  /** All groups of this provider; without one, the groups that are mapped in the rows. */
  readonly provider: Pick<IdentityProvider, 'id' | 'name'> | undefined
  readonly rows: readonly Mapping[]
  readonly search: string
  readonly children: (columns: readonly MappedGroup[]) => ReactNode
}

/** Groups as columns, a few at a time. */
export function MatrixColumns({ provider, ...properties }: Properties) {
  if (provider === undefined) return <OfRows {...properties} />
  return <OfProvider key={provider.id} provider={provider} {...properties} />
}

function OfRows({ rows, search, children }: Omit<Properties, 'provider'>) {
  const words = useWords()
  const { query, change } = useQuery()
  const all = useMemo(() => mappedColumns(rows, search), [rows, search])
  const wanted = Number(query.get('from') ?? 0)
  const start = Number.isInteger(wanted) && wanted > 0 && wanted < all.length ? wanted : 0
  const columns = all.slice(start, start + matrixColumnsMax)
  const go = (from: number) => change({ from: from <= 0 ? '' : String(from) })
  if (all.length === 0)
    return (
      <EmptyState
        message={search === '' ? words.say('matrix.noColumn') : words.say('matrix.noGroup', { text: search })}
      />
    )
  return (
    <>
      <Turner
        start={start}
        count={columns.length}
        total={words.say('list.total', { count: all.length })}
        previous={start > 0 ? () => go(start - matrixColumnsMax) : undefined}
        next={start + matrixColumnsMax < all.length ? () => go(start + matrixColumnsMax) : undefined}
      />
      {children(columns)}
    </>
  )
}

function OfProvider({
  provider: { id: idp, name: idpName },
  search,
  children,
}: Properties & { readonly provider: NonNullable<Properties['provider']> }) {
  const words = useWords()
  const list = listOf(useCore(), matrixColumns)
  const { status, rows, start, total, isCounted, hasNext, hasPrevious } = useOpenList(list, idp, { search })
  const columns = useMemo(
    () => (rows ?? []).map(({ id, name, claim }) => ({ id, name, claim, idp, idpName })),
    [rows, idp, idpName],
  )
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  if (columns.length === 0)
    return (
      <EmptyState message={search === '' ? words.say('groups.none') : words.say('matrix.noGroup', { text: search })} />
    )
  return (
    <>
      <Turner
        start={start}
        count={columns.length}
        total={isCounted ? totalText(words, total) : '…'}
        previous={hasPrevious ? () => void list.previous() : undefined}
        next={hasNext ? () => void list.next() : undefined}
      />
      {children(columns)}
    </>
  )
}

type TurnerProperties = {
  readonly start: number
  readonly count: number
  readonly total: string
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
}

function Turner({ start, count, total, previous, next }: TurnerProperties) {
  const words = useWords()
  return (
    <div className={head['head']}>
      <output className={head['count']}>
        {words.say('matrix.shownGroups', { count, from: start + 1, to: start + count, total })}
      </output>
      {(previous !== undefined || next !== undefined) && (
        <Pager
          label={words.say('matrix.pages')}
          actions={[
            { label: words.say('matrix.previousGroups'), isPossible: previous !== undefined, go: () => previous?.() },
            { label: words.say('matrix.nextGroups'), isPossible: next !== undefined, go: () => next?.() },
          ]}
        />
      )}
    </div>
  )
}
