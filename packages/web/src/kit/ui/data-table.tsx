import { sortAfterChoosing, type Words } from '@portico/core'
import { useMemo, type ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { ArrowDownIcon, ArrowUpIcon } from './admin-icons.tsx'
import styles from './table.module.css'
import { isolated } from './isolated.tsx'
import { useIsCut } from './use-is-cut.ts'

export type Column = {
  readonly id: string
  /** Also a label in core's code (`Words.text`). */
  readonly label: string
  /** The heading is a button that orders by this column. */
  readonly isSortable?: boolean
  /** Only screen readers read the heading: a column of menus. */
  readonly isUnnamed?: boolean
  /** Its cells name their rows. */
  readonly isRowHeading?: boolean
  /** In place of the label, which names the cells in cards. */
  readonly heading?: ReactNode
  /** Where the cell is in a card: as its title, before it (`check`), in its corner, or else beside its heading. The first column is the title unless another is. */
  readonly inCard?: 'title' | 'check' | 'corner'
}

export type Row = { readonly id: string; readonly cells: readonly ReactNode[] }

type Properties = {
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** A column, with a leading minus for descending order. */
  readonly sort?: string
  readonly onSort?: ((sort: string) => void) | undefined
}

/**
 * The one table of the portal. On a small window each row is a card, with its headings beside the values (decision 62).
 * Rows are drawn again only when `rows` or `columns` are other objects: a long list keeps them (`useMemo`), so that a key
 * typed in its search does not draw a hundred rows.
 */
export function DataTable({ label, labelledBy, columns, rows, sort = '', onSort }: Properties) {
  const words = useWords()
  const body = useMemo(() => bodyOf(rows, columns, words), [rows, columns, words])
  const name = { 'aria-label': label && words.text(label), 'aria-labelledby': labelledBy }
  const [frame, isCut] = useIsCut()
  return (
    // A keyboard reaches columns that are cut.
    <div ref={frame} className={styles['scroll']} {...(isCut && { ...name, role: 'group', tabIndex: 0 })}>
      <table className={styles['table']} {...name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {body}
      </table>
    </div>
  )
}

function bodyOf(rows: readonly Row[], columns: readonly Column[], words: Words): ReactNode {
  const placed = columns.some(({ inCard }) => inCard === 'title')
    ? columns
    : columns.map((column, at) => (at === 0 ? { ...column, inCard: 'title' as const } : column))
  return (
    <tbody>
      {rows.map(({ id, cells }) => (
        <tr key={id}>
          {placed.map(({ id: columnId, inCard, label, isRowHeading }, at) => {
            const Cell = isRowHeading ? 'th' : 'td'
            return (
              <Cell
                key={columnId}
                scope={isRowHeading ? 'row' : undefined}
                data-card={inCard}
                data-label={words.text(label)}
              >
                {isolated(cells[at])}
              </Cell>
            )
          })}
        </tr>
      ))}
    </tbody>
  )
}

type HeadingProperties = Pick<Properties, 'onSort'> & { readonly column: Column; readonly sort: string }

function Heading({ column, sort, onSort }: HeadingProperties) {
  const { id, heading, isSortable, isUnnamed } = column
  const label = useWords().text(column.label)
  const isDescending = sort === `-${id}`
  const isSorted = isDescending || sort === id
  const order = isSorted ? (isDescending ? 'descending' : 'ascending') : undefined
  if (onSort === undefined || !isSortable)
    return (
      <th scope="col" aria-sort={order}>
        {heading ?? (isUnnamed ? <span className="visually-hidden">{label}</span> : label)}
      </th>
    )
  return (
    <th scope="col" aria-sort={order ?? 'none'}>
      <button type="button" className={styles['sort']} onClick={() => onSort(sortAfterChoosing(sort, id))}>
        {label}
        {isSorted && (isDescending ? <ArrowDownIcon /> : <ArrowUpIcon />)}
      </button>
    </th>
  )
}
