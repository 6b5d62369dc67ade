import { expiringDays, listOf, noticeList, noticePath, type NoticeRow } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { Pill } from '../../../kit/ui/pill.tsx'
import styles from '../../../kit/ui/table.module.css'
import { FindingsSection } from '../findings-section.tsx'
import { levelTones } from '../level-tones.ts'
import { NoticeWords } from '../notice-words.tsx'

/** What expires within 60 days or has expired, the most urgent first; each line leads to where it is replaced; above it, what else should be fixed. */
export default function NoticeList() {
  return (
    <NoticeWords>
      <Notices />
    </NoticeWords>
  )
}

function Notices() {
  const words = useWords()
  const list = listOf(useCore(), noticeList)
  const { status, rows = [] } = useOpenList(list, '')
  const title = words.say('notices.title')
  usePageTitle(title)
  useRefusalScreen()
  return (
    <PageFrame title={title} lead={words.say('notices.lead', { days: expiringDays })}>
      <FindingsSection />
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
      {status === 'empty' && <EmptyState message={words.say('notices.none', { days: expiringDays })} />}
      {rows.length > 0 && <NoticeTable notices={rows} />}
    </PageFrame>
  )
}

function NoticeTable({ notices }: { readonly notices: readonly NoticeRow[] }) {
  const words = useWords()
  const columns = useMemo(
    () =>
      ['where', 'message', 'expiresAt', 'severity'].map((id) => ({
        id,
        label: noticeList.noun.fields.find(({ name }) => name === id)?.label ?? id,
      })),
    [],
  )
  const rows = useMemo(() => {
    const day = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
    return notices.map((notice) => ({
      id: notice.id,
      cells: [
        <Link key="where" to={noticePath(notice)} className={styles['main']}>
          {notice.where ?? words.say('notices.tenant')}
        </Link>,
        notice.message,
        <time key="at" dateTime={notice.expiresAt}>
          {day.format(new Date(notice.expiresAt))}
        </time>,
        <Pill key="severity" tone={levelTones[notice.severity]}>
          {words.say(`notices.level.${notice.severity}`)}
        </Pill>,
      ],
    }))
  }, [notices, words])
  return <DataTable label={words.say('notices.title')} columns={columns} rows={rows} />
}
