import { listOf, stalledPath, stalledProvisioningList, type StalledRow } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo } from 'react'

import { useCore, useWords } from '../context/portal-context.tsx'
import { LoadFailed } from '../feedback/load-failed.tsx'
import { Link } from '../navigation/link.tsx'
import { DataTable } from '../ui/data-table.tsx'
import form from '../ui/form-page.module.css'
import { Pill } from '../ui/pill.tsx'
import styles from '../ui/table.module.css'
import { levelTones } from './level-tones.ts'

/** Applications that get no people any more; each line leads to its tab Provisioning. Nothing while there are none. */
export function StalledSection() {
  const words = useWords()
  const list = listOf(useCore(), stalledProvisioningList)
  const { status, rows = [] } = useOpenList(list, '')
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  if (rows.length === 0) return null
  return (
    <section className={form['fields']} aria-labelledby="stalled-provisioning">
      <div>
        <h2 id="stalled-provisioning">{words.say('notices.stalled.title')}</h2>
        <p className={form['lead']}>{words.say('notices.stalled.lead')}</p>
      </div>
      <StalledTable stalled={rows} />
    </section>
  )
}

function StalledTable({ stalled }: { readonly stalled: readonly StalledRow[] }) {
  const words = useWords()
  const columns = useMemo(() => stalledProvisioningList.noun.fields.map(({ name: id, label }) => ({ id, label })), [])
  const rows = useMemo(
    () =>
      stalled.map((one) => ({
        id: stalledProvisioningList.idOf(one),
        cells: [
          <Link key="application" to={stalledPath(one)} className={styles['main']}>
            <bdi>{one.application}</bdi>
          </Link>,
          <bdi key="environment">{one.environment}</bdi>,
          one.message,
          <Pill key="severity" tone={levelTones[one.level]}>
            {words.say(`notices.level.${one.level}`)}
          </Pill>,
        ],
      })),
    [stalled, words],
  )
  return <DataTable labelledBy="stalled-provisioning" columns={columns} rows={rows} />
}
