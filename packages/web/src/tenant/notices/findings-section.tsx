import { findingList, findingPath, listOf, type DoctorFinding } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Pill } from '../../kit/ui/pill.tsx'
import styles from '../../kit/ui/table.module.css'
import { levelTones } from './level-tones.ts'

/** Findings of `portico doctor` and the terminal's overview other than expiries; each line leads to its object. Shows nothing if there are no findings. */
export function FindingsSection() {
  const words = useWords()
  const list = listOf(useCore(), findingList)
  const { status, rows = [] } = useOpenList(list, '')
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  // The table of expiry notices has the others, and all of them.
  const found = rows.filter(({ days, id }) => days === null && id !== 'certificate')
  if (found.length === 0) return null
  return (
    <section className={form['fields']} aria-labelledby="findings">
      <div>
        <h2 id="findings">{words.say('findings.title')}</h2>
        <p className={form['lead']}>{words.say('findings.lead')}</p>
      </div>
      <FindingTable findings={found} />
    </section>
  )
}

const columnNames = ['about', 'message', 'severity']

function FindingTable({ findings }: { readonly findings: readonly DoctorFinding[] }) {
  const words = useWords()
  const columns = useMemo(
    () =>
      columnNames.map((id) => ({ id, label: findingList.noun.fields.find(({ name }) => name === id)?.label ?? id })),
    [],
  )
  const rows = useMemo(
    () =>
      findings.map((finding) => ({
        id: findingList.idOf(finding),
        cells: [
          <About key="about" finding={finding} />,
          finding.message,
          <Pill key="severity" tone={levelTones[finding.severity]}>
            {words.say(`notices.level.${finding.severity}`)}
          </Pill>,
        ],
      })),
    [findings, words],
  )
  return <DataTable labelledBy="findings" columns={columns} rows={rows} />
}

function About({ finding: { about, target } }: { readonly finding: DoctorFinding }) {
  const words = useWords()
  const name = <bdi>{about === '' ? words.say('notices.tenant') : about}</bdi>
  if (target === null) return name
  return (
    <Link to={findingPath(target)} className={styles['main']}>
      {name}
    </Link>
  )
}
