import {
  leadingChanges,
  listOf,
  scimChangeInWords,
  scimRequestList,
  type ScimInboxStore,
  type ScimRequestFilter,
  type ScimRequestSummary,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import form from '../../kit/ui/form-page.module.css'
import { ListCount } from '../../kit/ui/list-count.tsx'
import { ListPager } from '../../kit/ui/list-pager.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import { RequestDialog } from './request-dialog.tsx'
import styles from './scim-inbox.module.css'

type Properties = { readonly store: ScimInboxStore; /** Of the identity provider. */ readonly id: string }

/** A page is read on a telephone, too, where each request is a card. */
const requestList = { ...scimRequestList, pageLength: 20 }

/** Each request of the last 30 days, the newest first. */
export function RequestsSection({ store, id }: Properties) {
  const words = useWords()
  const list = listOf(useCore(), requestList)
  const [only, setOnly] = useState<ScimRequestFilter['only']>()
  const filter = useMemo(() => (only === undefined ? {} : { only }), [only])
  const { status, rows = [], hasNext, hasPrevious, isFetching } = useOpenList(list, id, { filter })
  const section = useRef<HTMLElement>(null)
  const { request } = useStore(store)
  const none = words.say(only === undefined ? 'scimInbox.none' : 'scimInbox.noneFound')
  const count = rows.length === 0 ? none : words.say('scimInbox.count', { count: rows.length })
  return (
    <section ref={section} className={form['fields']} aria-labelledby="scim-requests" aria-busy={isFetching}>
      <div className={form['sectionHead']}>
        <div>
          <h2 id="scim-requests">{words.say('scimInbox.title')}</h2>
          <p className={form['lead']}>{words.say('scimInbox.lead')}</p>
          <ListCount text={status === 'loading' || status === 'failed' ? undefined : count} isFetching={isFetching} />
        </div>
        <NativeSelect
          label={words.say('scimInbox.show')}
          value={only ?? ''}
          options={[
            { value: '', label: words.say('scimInbox.only.all') },
            { value: 'changed', label: words.say('scimInbox.only.changed') },
            { value: 'failed', label: words.say('scimInbox.only.failed') },
          ]}
          onChange={(value) => setOnly(value === 'changed' || value === 'failed' ? value : undefined)}
        />
      </div>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {rows.length > 0 && <RequestTable rows={rows} store={store} />}
      <ListPager list={list} hasNext={hasNext} hasPrevious={hasPrevious} section={section} />
      {request !== undefined && <RequestDialog request={request} onClose={() => store.close()} />}
    </section>
  )
}

type TableProperties = { readonly rows: readonly ScimRequestSummary[]; readonly store: ScimInboxStore }

function RequestTable({ rows, store }: TableProperties) {
  const words = useWords()
  const columns = useMemo(
    () =>
      (['request', 'time', 'answer', 'dialect', 'changed'] as const).map((id) => ({
        id,
        label: words.say(`scimInbox.${id}`),
        isRowHeading: id === 'request',
      })),
    [words],
  )
  const shown = useMemo(() => {
    const exact = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeStyle: 'medium' })
    // Many requests have one path: the time and what came of them tell them apart.
    const nameOf = (row: ScimRequestSummary) => {
      const { method, path, at, changes } = row
      const open = words.say('scimInbox.open', { method, path, time: exact.format(new Date(at)) })
      const what = changes[0] === undefined ? row.detail : scimChangeInWords(changes[0], words)
      return what === null ? open : `${open}: ${what}`
    }
    return rows.map((row) => ({
      id: row.id,
      cells: [
        <Button key="request" look="outline" aria-label={nameOf(row)} onClick={() => void store.open(row.id)}>
          <bdi dir="ltr" className={styles['request']}>
            {row.method} {row.path}
          </bdi>
        </Button>,
        <RelativeTime key="time" at={row.at} isShort />,
        <Pill key="answer" tone={row.status >= 400 ? 'danger' : 'plain'}>
          {row.status}
        </Pill>,
        words.say(`scimInbox.dialect.${row.dialect}`),
        <Changed key="changed" row={row} />,
      ],
    }))
  }, [rows, words, store])
  return <DataTable labelledBy="scim-requests" columns={columns} rows={shown} />
}

/** The first change and how many more there are, or why the request was refused. */
function Changed({ row: { changes, detail, dryRun } }: { readonly row: ScimRequestSummary }) {
  const words = useWords()
  const [first, ...others] = leadingChanges(changes)
  if (first === undefined) return <bdi className={styles['quiet']}>{detail ?? words.say('scimInbox.nothing')}</bdi>
  const more = others.length
  return (
    <span className={styles['change']}>
      <bdi>{scimChangeInWords(first, words)}</bdi>
      {more > 0 && ` ${words.say('scimInbox.more', { count: more })}`}
      {dryRun && <Pill tone="warning">{words.say('scimInbox.dryRun')}</Pill>}
    </span>
  )
}
