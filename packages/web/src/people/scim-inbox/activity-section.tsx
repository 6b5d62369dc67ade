import { activityBy, activityTotal, type ScimActivityDay, type ScimInboxStore } from '@portico/core'
import { useMemo, type CSSProperties } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import form from '../../kit/ui/form-page.module.css'
import styles from './scim-inbox.module.css'

const kinds = ['changed', 'failed', 'other'] as const
const countOf = ({ requests, changed, failed }: ScimActivityDay) => ({
  changed,
  failed,
  other: requests - changed - failed,
})

/** A bar for each day or hour, the sums in a sentence, and the same numbers as a table. */
export function ActivitySection({ store }: { readonly store: ScimInboxStore }) {
  const words = useWords()
  const { clock } = useCore()
  const { hours, by } = useStore(store)
  const rows = useMemo(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    return activityBy(hours, by, { nowMs: clock.now(), timeZone })
  }, [hours, by, clock])
  const nameOf = useMemo(() => {
    // A day has no time of day: read and written in UTC, it stays the day that it is.
    const format =
      by === 'day'
        ? new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeZone: 'UTC' })
        : new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeStyle: 'short' })
    return ({ at }: ScimActivityDay) => format.format(new Date(at))
  }, [by, words])
  const number = new Intl.NumberFormat(words.formatLocale)
  const busy = rows.filter(({ requests }) => requests > 0)
  return (
    <section className={form['fields']} aria-labelledby="scim-activity">
      <div className={form['sectionHead']}>
        <div>
          <h2 id="scim-activity">{words.say('scimActivity.title')}</h2>
          <output className={styles['total']}>{words.say(`scimActivity.total.${by}`, activityTotal(rows))}</output>
        </div>
        <div className={styles['choices']}>
          {(['day', 'hour'] as const).map((one) => (
            <Button key={one} aria-pressed={by === one} onClick={() => store.showBy(one)}>
              {words.say(`scimActivity.by.${one}`)}
            </Button>
          ))}
        </div>
      </div>
      {busy.length > 0 && (
        <>
          <Bars rows={rows} nameOf={nameOf} />
          <details>
            <summary>{words.say('scimActivity.asTable')}</summary>
            <DataTable
              labelledBy="scim-activity"
              columns={(['from', 'requests', ...kinds] as const).map((id) => ({
                id,
                label: words.say(`scimActivity.${id}`),
                isRowHeading: id === 'from',
              }))}
              rows={busy.toReversed().map((row) => ({
                id: row.at,
                cells: [
                  nameOf(row),
                  ...[row.requests, ...kinds.map((kind) => countOf(row)[kind])].map((count) => number.format(count)),
                ],
              }))}
            />
          </details>
        </>
      )}
    </section>
  )
}

type BarsProperties = {
  readonly rows: readonly ScimActivityDay[]
  readonly nameOf: (row: ScimActivityDay) => string
}

/** The table says the same to those who do not see it. */
function Bars({ rows, nameOf }: BarsProperties) {
  const words = useWords()
  const most = Math.max(...rows.map(({ requests }) => requests))
  const [first, last] = [rows[0], rows.at(-1)]
  return (
    <div aria-hidden="true">
      <div className={styles['bars']}>
        {rows.map((row) => (
          <div
            key={row.at}
            className={styles['bar']}
            title={words.say('scimActivity.one', { ...row, at: nameOf(row) })}
          >
            {kinds.map((kind) => (
              <span key={kind} className={styles[kind]} style={heightOf(countOf(row)[kind], most)} />
            ))}
          </div>
        ))}
      </div>
      <div className={styles['ends']}>
        <span>{first !== undefined && nameOf(first)}</span>
        <span>{last !== undefined && nameOf(last)}</span>
      </div>
      <ul className={styles['legend']}>
        {kinds.map((kind) => (
          <li key={kind}>
            <span className={styles[kind]} />
            {words.say(`scimActivity.${kind}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Even one request of thousands is seen. */
const heightOf = (count: number, most: number): CSSProperties =>
  count === 0 ? { display: 'none' } : { blockSize: `max(0.1875rem, ${(count / most) * 100}%)` }
