import { useLayoutEffect, useRef, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { focusForNow } from './focus-for-now.ts'
import styles from './list-head.module.css'

type Properties = {
  /** From `useOpenList`. */
  readonly shown: {
    readonly rows: readonly unknown[] | undefined
    readonly hasNext: boolean
    readonly isFetching: boolean
  }
  readonly label: string
  readonly onMore: () => Promise<void>
  /** The table. */
  readonly children: ReactNode
}

/** A table that is read page by page. After its button for more was pressed, the focus is on the first row that came. */
export function MoreRows({ shown: { rows = [], hasNext, isFetching }, label, onMore, children }: Properties) {
  const frame = useRef<HTMLDivElement>(null)
  const before = useRef<number>(undefined)
  const count = rows.length
  useLayoutEffect(() => {
    if (before.current === undefined || isFetching) return
    const first = frame.current?.querySelectorAll<HTMLElement>('tbody tr')[before.current]
    before.current = undefined
    // The button may have gone with the last page. Where the person went meanwhile, the focus stays.
    const isHere = document.activeElement === document.body || frame.current?.contains(document.activeElement)
    if (first !== undefined && isHere === true) focusRow(first)
  }, [count, isFetching])
  const more = () => {
    before.current = count
    void onMore()
  }
  return (
    <div ref={frame} className={styles['growing']}>
      {children}
      {hasNext && (
        <div>
          <Button busy={isFetching} onClick={more}>
            {label}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The link or button of a row, else its heading, which is out of the tab order again afterwards. */
function focusRow(row: HTMLElement): void {
  const control = row.querySelector<HTMLElement>('a[href], button')
  if (control !== null) return control.focus()
  focusForNow(row.querySelector<HTMLElement>('th') ?? row)
}
