import { findingPath, listOf, overviewList, screenPath, type OverviewRow } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, type ReactNode } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { serviceAccountsPath, signInPath, signInsPath } from '../../../kit/navigation/paths.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import form from '../../../kit/ui/form-page.module.css'
import { Link } from '../../../kit/ui/link.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { Pill } from '../../../kit/ui/pill.tsx'
import { RelativeTime } from '../../../kit/ui/relative-time.tsx'
import styles from '../../../kit/ui/table.module.css'
import texts from '../../../kit/ui/texts.module.css'
import { levelTones } from '../../notices/level-tones.ts'
import { NoticeWords } from '../../notices/notice-words.tsx'

/** What needs attention, the last failed sign-ins, and the environments: the rows of `portico overview`, in three sections. */
export default function OverviewList() {
  return (
    <NoticeWords>
      <Overview />
    </NoticeWords>
  )
}

function Overview() {
  const words = useWords()
  const list = listOf(useCore(), overviewList)
  const { status, rows } = useOpenList(list, '')
  const title = words.say('overview.title')
  usePageTitle(title)
  useRefusalScreen()
  return (
    <PageFrame title={title} lead={words.say('overview.lead')}>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {rows !== undefined && <Sections rows={rows} />}
    </PageFrame>
  )
}

function Sections({ rows }: { readonly rows: readonly OverviewRow[] }) {
  const words = useWords()
  const failed = rows.filter(({ level }) => level === 'failed')
  const environments = rows.filter(({ level }) => level === 'place')
  const attention = rows.filter((row) => !failed.includes(row) && !environments.includes(row))
  return (
    <div className={form['parts']}>
      <Section
        id="attention"
        title={words.say('overview.attention')}
        none={words.say('overview.healthy')}
        rows={attention}
        more={<Link to={screenPath('notices')}>{words.say('overview.allNotices')}</Link>}
      />
      <Section
        id="failed-sign-ins"
        title={words.say('overview.failed')}
        none={words.say('overview.noneFailed')}
        rows={failed}
        more={<Link to={signInsPath()}>{words.say('overview.allSignIns')}</Link>}
      />
      <Section id="environments" title={words.say('overview.environments')} none="" rows={environments} />
    </div>
  )
}

type SectionProperties = {
  readonly id: string
  readonly title: string
  /** In place of the rows. */
  readonly none: string
  readonly rows: readonly OverviewRow[]
  /** Leads to the whole list. */
  readonly more?: ReactNode
}

function Section({ id, title, none, rows, more }: SectionProperties) {
  return (
    <section className={form['fields']} aria-labelledby={id}>
      <div className={form['sectionHead']}>
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {rows.length === 0 ? <p className={texts['soft']}>{none}</p> : <RowTable labelledBy={id} rows={rows} />}
    </section>
  )
}

/** Only what needs attention has a level. */
const columnsOf = (rows: readonly OverviewRow[]) => {
  const isShown: Readonly<Record<string, boolean>> = {
    level: rows.some(({ level }) => level !== 'failed' && level !== 'place'),
    at: rows.some(({ at }) => at !== null),
  }
  const shown = ['name', 'level', 'message', 'at'].filter((id) => isShown[id] !== false)
  return shown.map((id) => ({ id, label: overviewList.noun.fields.find(({ name }) => name === id)?.label ?? id }))
}

function RowTable({ labelledBy, rows }: { readonly labelledBy: string; readonly rows: readonly OverviewRow[] }) {
  const columns = useMemo(() => columnsOf(rows), [rows])
  const cells = useMemo(
    () =>
      rows.map((row) => ({
        id: row.id,
        cells: columns.map(({ id }) => {
          if (id === 'name') return <Name key={id} row={row} />
          if (id === 'level') return <Level key={id} row={row} />
          return id === 'at' ? <When key={id} row={row} /> : row.message
        }),
      })),
    [rows, columns],
  )
  return <DataTable labelledBy={labelledBy} columns={columns} rows={cells} />
}

/** How long ago a sign-in was; the day of anything else, whose sentence says how soon it is. */
function When({ row: { at, level } }: { readonly row: OverviewRow }) {
  const words = useWords()
  if (at === null) return null
  if (level === 'failed') return <RelativeTime at={at} />
  const day = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
  return <time dateTime={at}>{day.format(new Date(at))}</time>
}

function Name({ row }: { readonly row: OverviewRow }) {
  const path = pathOf(row)
  const name = <bdi>{row.name}</bdi>
  if (path === undefined) return name
  return (
    <Link to={path} className={styles['main']}>
      {name}
    </Link>
  )
}

/** Where a row leads; undefined: only a command helps. */
function pathOf({ level, leadsTo, finding }: OverviewRow): string | undefined {
  if (level === 'failed') return signInPath(leadsTo)
  if (level === 'place') return serviceAccountsPath(leadsTo)
  const target = finding?.target ?? null
  return target === null ? undefined : findingPath(target)
}

function Level({ row: { level } }: { readonly row: OverviewRow }) {
  const words = useWords()
  if (level === 'failed' || level === 'place') return null
  return <Pill tone={levelTones[level]}>{words.say(`notices.level.${level}`)}</Pill>
}
