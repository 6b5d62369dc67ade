import type { AdminEnvironment, Mapping, MappingFilter } from '@portico/core'
import { listOf, mappingList } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, useRef, type ReactNode } from 'react'

import { useCore, useWords } from '../context/portal-context.tsx'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { Link } from '../navigation/link.tsx'
import { useQuery } from '../navigation/use-query.ts'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import head from '../ui/list-head.module.css'
import { Loading } from '../ui/loading.tsx'
import { Pager } from '../ui/pager.tsx'
import { Pill } from '../ui/pill.tsx'
import { SearchField } from '../ui/search-field.tsx'
import table from '../ui/table.module.css'
import styles from './group-mappings.module.css'

type Properties = {
  readonly environment: AdminEnvironment
  readonly filter: MappingFilter
  /** What the table shows, by the id of its heading. */
  readonly labelledBy: string
  readonly pathOf: (mapping: Mapping) => string
  readonly empty: string
  /** Drawn in place of the table for an application without roles, which has this one mapping. */
  readonly alone?: (mapping: Mapping) => ReactNode
}

/** Groups shown of one role; the others are counted. */
const shownMax = 6

/** Roles with the groups that hold them, a page at a time; the search is in the address. */
export function MappingTable({ environment, filter, labelledBy, pathOf, empty, alone }: Properties) {
  const words = useWords()
  const { query, change } = useQuery()
  const section = useRef<HTMLElement>(null)
  const list = listOf(useCore(), mappingList)
  const search = query.get('q') ?? ''
  const { status, rows = [], ...state } = useOpenList(list, environment.id, { search, filter })
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  if (status === 'empty' || (rows.length === 0 && search === '')) return <EmptyState message={empty} />
  const [only] = rows
  if (alone !== undefined && search === '' && rows.length === 1 && only?.kind === 'application') return alone(only)
  const { start, total, hasNext, hasPrevious } = state
  const turn = (go: () => Promise<void>) => () => {
    void go().then(() => section.current?.scrollIntoView({ block: 'start' }))
  }
  return (
    <section ref={section} aria-labelledby={labelledBy} aria-busy={state.isFetching}>
      {(search !== '' || rows.length > searchedFrom || hasNext || hasPrevious) && (
        <div className={head['head']}>
          <div className={head['search']}>
            <SearchField
              label={words.say('mapping.search')}
              clearLabel={words.say('groups.clear')}
              text={search}
              onChange={(q) => change({ q })}
            />
          </div>
          <output className={head['count']}>
            {rows.length < total
              ? words.say('list.range', { from: start + 1, to: start + rows.length, total })
              : words.say('mapping.count', { count: rows.length })}
          </output>
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState
          message={words.say('mapping.noMatch', { text: search })}
          action={<Button onClick={() => change({ q: '' })}>{words.say('groups.clear')}</Button>}
        />
      ) : (
        <Rows labelledBy={labelledBy} rows={rows} pathOf={pathOf} />
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
  )
}

/** Rows from which a search field stands above them, as in dropdowns (spec section 9). */
const searchedFrom = 9

type RowsProperties = Pick<Properties, 'labelledBy' | 'pathOf'> & { readonly rows: readonly Mapping[] }

function Rows({ labelledBy, rows, pathOf }: RowsProperties) {
  const words = useWords()
  const columns = useMemo(
    () => [
      { id: 'role', label: words.say('mapping.role') },
      { id: 'groups', label: words.say('mapping.groups') },
    ],
    [words],
  )
  const drawn = rows.map((mapping) => ({
    id: mapping.id,
    cells: [
      <div key="role">
        <Link to={pathOf(mapping)} className={table['main']}>
          {mapping.kind === 'application' ? words.say('mapping.withoutRole') : mapping.label}
        </Link>
        {mapping.kind === 'application-role' && (
          <div>
            <code className={styles['provider']}>{mapping.role}</code>
          </div>
        )}
      </div>,
      <MappedGroups key="groups" mapping={mapping} />,
    ],
  }))
  return <DataTable labelledBy={labelledBy} columns={columns} rows={drawn} />
}

function MappedGroups({ mapping: { groups, groupCount } }: { readonly mapping: Mapping }) {
  const words = useWords()
  if (groupCount === 0) return <span className={table['soft']}>{words.say('mapping.none')}</span>
  const shown = groups.slice(0, shownMax)
  return (
    <span className={styles['groups']}>
      {shown.map(({ id, name, idpName }) => (
        <span key={id} title={idpName}>
          <Pill>{name}</Pill>
        </span>
      ))}
      {groupCount > shown.length && (
        <span className={table['soft']}>{words.say('groups.mappedMore', { count: groupCount - shown.length })}</span>
      )}
    </span>
  )
}
