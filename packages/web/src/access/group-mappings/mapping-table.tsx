import type { AdminEnvironment, Mapping, MappingFilter } from '@portico/core'
import { listOf, mappingList, mappingName } from '@portico/core'
import { useMemo, type ReactNode } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { useListed } from '../../kit/navigation/use-listed.ts'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import { ListFrame } from '../../kit/ui/list-frame.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import table from '../../kit/ui/table.module.css'
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
  /** Drawn above; `isAlone`: above that one mapping. */
  readonly head?: (isAlone: boolean) => ReactNode
}

/** Groups shown of one role; the others are counted. */
const shownMax = 6

/** Roles with the groups that hold them, a page at a time; the search is in the address. */
export function MappingTable({ environment, filter, labelledBy, pathOf, empty, alone, head }: Properties) {
  const words = useWords()
  const shown = useListed(listOf(useCore(), mappingList), environment.id, { filter, isFixed: true })
  const { rows = [], hasNext, hasPrevious, text } = shown
  const [only] = rows
  const isAlone = alone !== undefined && text === '' && rows.length === 1 && only?.kind === 'application'
  const isSearched = text !== '' || rows.length > searchedFrom || hasNext || hasPrevious
  return (
    <>
      {head?.(isAlone)}
      {isAlone ? (
        alone(only)
      ) : (
        <ListFrame
          shown={shown}
          labelledBy={labelledBy}
          head={isSearched ? undefined : 'never'}
          search={{ label: words.say('mapping.search'), clearLabel: words.say('groups.clear') }}
          countOf={(count) => words.say('mapping.count', { count })}
          empty={<EmptyState message={empty} />}
          noMatch={{ message: words.say('mapping.noMatch', { text }) }}
        >
          <MappingRows labelledBy={labelledBy} rows={rows} pathOf={pathOf} />
        </ListFrame>
      )}
    </>
  )
}

/** Number of rows from which they have a search field, as in dropdowns (spec section 9). */
const searchedFrom = 9

type RowsProperties = Pick<Properties, 'labelledBy' | 'pathOf'> & {
  readonly rows: readonly Mapping[]
  /** The rows are of several applications, so each names its application. */
  readonly isNamed?: boolean
}

/** Mappings with their groups. */
export function MappingRows({ labelledBy, rows, pathOf, isNamed = false }: RowsProperties) {
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
          {isNamed
            ? mappingName(mapping)
            : mapping.kind === 'application'
              ? words.say('mapping.withoutRole')
              : mapping.label}
        </Link>
        {mapping.kind === 'application-role' && !isNamed && (
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
