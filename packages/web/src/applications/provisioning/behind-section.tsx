import {
  listOf,
  provisioningBehindList,
  provisioningChangeInWords,
  provisioningFailureInWords,
  provisioningObjectNoun,
  provisioningScope,
  type AdminEnvironment,
  type Application,
  type ProvisioningObject,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, useRef } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import form from '../../kit/ui/form-page.module.css'
import { ListCount } from '../../kit/ui/list-count.tsx'
import { ListPager } from '../../kit/ui/list-pager.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import styles from './provisioning.module.css'

type Properties = { readonly environment: AdminEnvironment; readonly application: Application }

/** People and groups whose state in the application is not the wanted one, people first. */
export function BehindSection({ environment, application }: Properties) {
  const words = useWords()
  const list = listOf(useCore(), provisioningBehindList)
  const scope = provisioningScope({ envId: environment.id, appId: application.id })
  const { status, rows = [], hasNext, hasPrevious, isFetching } = useOpenList(list, scope)
  const section = useRef<HTMLElement>(null)
  return (
    <section ref={section} className={form['fields']} aria-labelledby="provisioning-behind" aria-busy={isFetching}>
      <div>
        <h2 id="provisioning-behind">{words.say('provisioning.behind')}</h2>
        <p className={form['lead']}>{words.say('provisioning.behindLead')}</p>
      </div>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {status === 'empty' && <p>{words.say('provisioning.behindNone')}</p>}
      {rows.length > 0 && <BehindTable rows={rows} />}
      <ListPager list={list} hasNext={hasNext} hasPrevious={hasPrevious} section={section} />
      <ListCount
        text={rows.length === 0 ? undefined : words.say('provisioning.behindCount', { count: rows.length })}
        isFetching={isFetching}
        isHidden
      />
    </section>
  )
}

const fields = ['name', 'kind', 'change', 'attempts', 'nextAttemptAt', 'lastFailure'] as const

function BehindTable({ rows }: { readonly rows: readonly ProvisioningObject[] }) {
  const words = useWords()
  const columns = useMemo(
    () =>
      fields.map((id) => ({
        id,
        isRowHeading: id === 'name',
        label: provisioningObjectNoun.fields.find(({ name }) => name === id)?.label ?? id,
      })),
    [],
  )
  const cells = useMemo(
    () =>
      rows.map((row) => ({
        id: `${row.kind}:${row.id}`,
        cells: [
          <bdi key="name" className={styles['failure']}>
            {row.name}
          </bdi>,
          words.say(`provisioning.kind.${row.kind}`),
          provisioningChangeInWords(row.change, words),
          new Intl.NumberFormat(words.formatLocale).format(row.attempts),
          <RelativeTime key="next" at={row.nextAttemptAt} isShort />,
          <bdi key="failure" className={styles['failure']}>
            {row.lastFailure === null ? '' : provisioningFailureInWords(row.lastFailure, words)}
          </bdi>,
        ],
      })),
    [rows, words],
  )
  return <DataTable labelledBy="provisioning-behind" columns={columns} rows={cells} />
}
