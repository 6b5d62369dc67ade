import {
  comparedRows,
  folded,
  mappingName,
  type AdminEnvironment,
  type ComparedRow,
  type MappedGroup,
  type MappingComparison,
} from '@portico/core'
import { useMemo, useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { useQuery } from '../../kit/navigation/use-query.ts'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import head from '../../kit/ui/list-head.module.css'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { Pager } from '../../kit/ui/pager.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { SearchField } from '../../kit/ui/search-field.tsx'
import table from '../../kit/ui/table.module.css'
import { editMappingPath } from '../../kit/navigation/paths.ts'
import styles from './mapping-views.module.css'

type Properties = {
  readonly from: AdminEnvironment
  readonly to: AdminEnvironment
  readonly comparison: MappingComparison
}

/** Rows drawn at a time. */
const rowsMax = 50

const tones = { different: 'warning', 'only-from': 'accent', 'only-to': 'danger', same: 'plain' } as const

/** Each mapping with its groups in both environments, those that differ first. */
export function ComparisonTable({ from, to, comparison }: Properties) {
  const words = useWords()
  const { query, change } = useQuery()
  const [start, setStart] = useState(0)
  const search = query.get('q') ?? ''
  const isAll = query.get('all') === 'yes'
  const { different, onlyFrom, onlyTo, sameCount } = comparison
  const found = useMemo(() => {
    const text = folded(search.trim())
    return comparedRows(comparison).filter(
      ({ state, mapping }) => (isAll || state !== 'same') && folded(mappingName(mapping)).includes(text),
    )
  }, [comparison, search, isAll])
  const begin = start < found.length ? start : 0
  const rows = found.slice(begin, begin + rowsMax)
  const narrow = (entries: Readonly<Record<string, string>>) => {
    setStart(0)
    change(entries)
  }
  return (
    <section aria-labelledby="differences" className={styles['part']}>
      <h2 id="differences">{words.say('compare.differences')}</h2>
      <p className={styles['about']}>
        {words.say('compare.summary', {
          different: different.length,
          onlyFrom: onlyFrom.length,
          onlyTo: onlyTo.length,
          same: sameCount,
          from: from.name,
          to: to.name,
        })}
      </p>
      <div className={head['head']}>
        <div className={head['search']}>
          <SearchField
            label={words.say('mapping.search')}
            clearLabel={words.say('groups.clear')}
            text={search}
            onChange={(q) => narrow({ q })}
          />
        </div>
        <NativeSelect
          label={words.say('compare.show')}
          value={isAll ? 'yes' : ''}
          options={[
            { value: '', label: words.say('compare.differences') },
            { value: 'yes', label: words.say('compare.all') },
          ]}
          onChange={(all) => narrow({ all })}
        />
        <output className={head['count']}>
          {rows.length < found.length
            ? words.say('list.range', {
                from: begin + 1,
                to: begin + rows.length,
                total: words.say('list.total', { count: found.length }),
              })
            : words.say('uses.count', { count: found.length })}
        </output>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          message={
            search === ''
              ? words.say('compare.nothing', { from: from.name, to: to.name })
              : words.say('mapping.noMatch', { text: search })
          }
        />
      ) : (
        <DataTable
          labelledBy="differences"
          columns={[
            { id: 'name', label: words.say('uses.mapping') },
            { id: 'state', label: words.say('compare.state') },
            { id: 'from', label: from.name },
            { id: 'to', label: to.name },
          ]}
          rows={rows.map((row) => ({ id: row.id, cells: cellsOf(row) }))}
        />
      )}
      {found.length > rowsMax && (
        <Pager
          label={words.say('list.pages')}
          actions={[
            { label: words.say('list.previous'), isPossible: begin > 0, go: () => setStart(begin - rowsMax) },
            {
              label: words.say('list.next'),
              isPossible: begin + rowsMax < found.length,
              go: () => setStart(begin + rowsMax),
            },
          ]}
        />
      )}
    </section>
  )

  function cellsOf({ mapping, state, inFrom, inTo, added, removed }: ComparedRow) {
    const environment = state === 'only-from' ? from : to
    return [
      <Link key="name" to={editMappingPath(environment.id, mapping)} className={table['main']}>
        {mappingName(mapping)}
      </Link>,
      <Pill key="state" tone={tones[state]}>
        {words.say(`compare.${state}`, { from: from.name, to: to.name })}
      </Pill>,
      <Groups key="from" groups={inFrom} marked={added} tone="accent" environment={from.name} />,
      <Groups key="to" groups={inTo} marked={removed} tone="danger" environment={to.name} />,
    ]
  }
}

type GroupsProperties = {
  /** undefined: this environment does not have the role or application. */
  readonly groups: readonly MappedGroup[] | undefined
  /** Those that only this environment has. */
  readonly marked: readonly MappedGroup[]
  readonly tone: 'accent' | 'danger'
  readonly environment: string
}

/** Groups drawn of one mapping; those that differ come first, the others are counted. */
const groupsMax = 12

function Groups({ groups, marked, tone, environment }: GroupsProperties) {
  const words = useWords()
  if (groups === undefined) return <span className={table['soft']}>{words.say('compare.missing')}</span>
  if (groups.length === 0) return <span className={table['soft']}>{words.say('mapping.none')}</span>
  const ids = new Set(marked.map(({ id }) => id))
  const ordered = [...marked, ...groups.filter(({ id }) => !ids.has(id))]
  const more = ordered.length - groupsMax
  return (
    <span className={table['pills']}>
      {ordered.slice(0, groupsMax).map(({ id, name, idpName }) => (
        <span key={id} title={idpName}>
          {ids.has(id) ? (
            <>
              <Pill tone={tone}>
                {tone === 'accent' ? '+ ' : '− '}
                {name}
              </Pill>
              <span className="visually-hidden"> {words.say('compare.onlyIn', { name: environment })}</span>
            </>
          ) : (
            <Pill>{name}</Pill>
          )}
        </span>
      ))}
      {more > 0 && <span className={table['soft']}>{words.say('groups.mappedMore', { count: more })}</span>}
    </span>
  )
}
