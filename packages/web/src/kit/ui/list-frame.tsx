import { rangeText, type List } from '@portico/core'
import type { DrawnList } from '@portico/core/react'
import { useRef, type ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { EmptyState } from './empty-state.tsx'
import styles from './list-head.module.css'
import { ListPager } from './list-pager.tsx'
import { Loading } from './loading.tsx'
import { SearchField } from './search-field.tsx'

type Shown = Pick<
  DrawnList<unknown, unknown, string>,
  'status' | 'rows' | 'start' | 'total' | 'isCounted' | 'hasNext' | 'hasPrevious' | 'isFetching'
> & {
  readonly list: Pick<List<unknown>, 'first' | 'previous' | 'next' | 'last' | 'refresh'>
  /** As typed in the search field. */
  readonly text: string
  readonly change: (entries: Readonly<Record<string, string>>) => void
}

type Properties = {
  /** From `useListed`. */
  readonly shown: Shown
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  /**
   * `always`: also while the list is loading, empty or failed, because the head has filters. `never`: the list is short.
   * Otherwise with rows, and where a search finds none.
   */
  readonly head?: 'always' | 'never' | undefined
  readonly search: { readonly label: string; readonly clearLabel: string }
  /** Beside the search field. */
  readonly filters?: ReactNode
  readonly filtersClass?: string | undefined
  readonly countOf: (count: number) => string
  /** At the end of the head: creates a row. */
  readonly create?: ReactNode
  /** Between the head and the rows. */
  readonly bar?: ReactNode
  /** The message of a list without rows. */
  readonly empty: ReactNode
  /** `alsoClear`: the entries of the address that filters have, with empty texts. */
  readonly noMatch: {
    readonly message: string
    readonly clearLabel?: string
    readonly alsoClear?: Readonly<Record<string, ''>>
  }
  /** The rows. */
  readonly children: ReactNode
}

/** What every list of a page has around its rows: the search and the count, the states without rows, and the pager. */
export function ListFrame(properties: Properties) {
  const { shown, label, labelledBy, head, bar, empty, noMatch, search, children } = properties
  const { status, list, hasNext, hasPrevious, isFetching, change } = shown
  const section = useRef<HTMLElement>(null)
  const state = {
    loading: () => <Loading />,
    failed: () => <LoadFailed onRetry={() => list.refresh()} />,
    empty: () => empty,
    'no-match': () => (
      <EmptyState
        message={noMatch.message}
        action={
          <Button onClick={() => change({ q: '', ...noMatch.alsoClear })}>
            {noMatch.clearLabel ?? search.clearLabel}
          </Button>
        }
      />
    ),
    rows: () => children,
  }[status]()
  const isUnread = status === 'loading' || status === 'failed'
  if (isUnread && head !== 'always') return state
  const hasHead = head === 'always' || (head === undefined && status !== 'empty')
  return (
    <section ref={section} aria-label={label} aria-labelledby={labelledBy} aria-busy={isFetching}>
      {hasHead && <Head {...properties} />}
      {!isUnread && status !== 'empty' && bar}
      {state}
      <ListPager list={list} hasNext={hasNext} hasPrevious={hasPrevious} section={section} />
    </section>
  )
}

function Head({ shown, search, filters, filtersClass, countOf, create }: Properties) {
  const words = useWords()
  const { rows = [], start, total, isCounted, text, change } = shown
  return (
    <div className={classes(styles['head'], filtersClass)}>
      <div className={styles['search']}>
        <SearchField {...search} text={text} onChange={(q) => change({ q })} />
      </div>
      {filters}
      <output className={styles['count']}>
        {rows.length < total || (rows.length > 0 && !isCounted)
          ? rangeText(words, { start, count: rows.length, total, isCounted })
          : shown.rows !== undefined && countOf(rows.length)}
      </output>
      {create}
    </div>
  )
}
