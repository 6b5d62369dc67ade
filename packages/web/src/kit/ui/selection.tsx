import { coverage, type BrowsedList, type List } from '@portico/core'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../context/portal-context.tsx'
import checkStyles from './checkbox.module.css'

type Selecting<Row> = Pick<
  List<Row>,
  'getState' | 'getInitialState' | 'subscribe' | 'toggle' | 'select' | 'deselect'
> & { readonly listed: Pick<BrowsedList<Row>['listed'], 'idOf'> }

/** Selects one row. Only this check box is drawn again when its selection changes. */
export function RowCheck<Row>({ list, row, name }: { list: Selecting<Row>; row: Row; name: string }) {
  const words = useWords()
  const id = list.listed.idOf(row)
  const isSelected = useStore(list, ({ selected }) => selected.has(id))
  return (
    <input
      type="checkbox"
      className={checkStyles['input']}
      aria-label={words.say('selection.row', { name })}
      checked={isSelected}
      onChange={() => list.toggle(row)}
    />
  )
}

/** Selects all rows of the page, or deselects them. */
export function PageCheck<Row>({ list }: { list: Selecting<Row> }) {
  const words = useWords()
  const input = useRef<HTMLInputElement>(null)
  const covered = useStore(list, ({ selected, rows }) => coverage(selected, rows ?? [], list.listed.idOf))
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = covered === 'some'
  }, [covered])
  const change = () => {
    const { rows = [] } = list.getState()
    if (covered === 'all') list.deselect(rows)
    else list.select(rows)
  }
  return (
    <input
      ref={input}
      type="checkbox"
      className={checkStyles['input']}
      data-page-check=""
      aria-label={words.say('selection.page')}
      checked={covered === 'all'}
      onChange={change}
    />
  )
}
