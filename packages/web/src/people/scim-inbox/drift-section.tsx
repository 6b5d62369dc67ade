import { listOf, scimDriftLead, scimDriftLines, scimUnseenList, screenPath, type ScimDrift } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import form from '../../kit/ui/form-page.module.css'
import { ListCount } from '../../kit/ui/list-count.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { MoreRows } from '../../kit/ui/more-rows.tsx'
import styles from './scim-inbox.module.css'

const help = {
  'gone-groups': 'scimDrift.goneGroupsHelp',
  'unknown-members': 'scimDrift.unknownMembersHelp',
  'foreign-usernames': 'scimDrift.foreignUsernamesHelp',
  unseen: 'scimDrift.unseenHelp',
} as const

/** Where the directory and the tenant differ. */
export function DriftSection({ drift, id }: { readonly drift: ScimDrift; readonly id: string }) {
  const words = useWords()
  const [isOpen, setOpen] = useState(false)
  const counts = {
    'gone-groups': drift.goneGroupCount,
    'unknown-members': drift.unknownMemberCount,
    'foreign-usernames': drift.foreignUsernameCount,
    unseen: drift.unseenCount,
  }
  const found = scimDriftLines(drift, words).filter(({ kind }) => counts[kind] > 0)
  return (
    <section className={form['fields']} aria-labelledby="scim-drift">
      <div>
        <h2 id="scim-drift">{words.say('scimDrift.title')}</h2>
        <p className={form['lead']}>{scimDriftLead(drift, words)}</p>
      </div>
      {found.map(({ kind, title, items }) => (
        <div key={kind} className={styles['difference']}>
          <h3>{title}</h3>
          <p className={form['lead']}>{words.say(help[kind])}</p>
          {items.length > 0 && (
            <ul>
              {items.map((item) => (
                <li key={item}>
                  <bdi>{item}</bdi>
                </li>
              ))}
            </ul>
          )}
          {kind === 'unseen' && (
            <>
              <div>
                <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                  {words.say(isOpen ? 'scimDrift.hidePeople' : 'scimDrift.showPeople')}
                </Button>
              </div>
              {isOpen && <Unseen id={id} />}
            </>
          )}
        </div>
      ))}
    </section>
  )
}

/** The people whom the directory sent and who never signed in, page by page. */
function Unseen({ id }: { readonly id: string }) {
  const words = useWords()
  const list = listOf(useCore(), scimUnseenList)
  const read = useOpenList(list, id)
  const { status, rows = [], isFetching } = read
  const shown = useMemo(() => {
    const date = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
    return rows.map(({ id: personId, name, username, sentAt, groups }) => ({
      id: personId,
      cells: [
        <Link key="name" to={screenPath('person', { personId })}>
          {name}
        </Link>,
        <bdi key="username">{username}</bdi>,
        date.format(new Date(sentAt)),
        words.say('scimDrift.groups', { count: groups }),
      ],
    }))
  }, [rows, words])
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  return (
    <div className={styles['difference']} aria-busy={isFetching}>
      <ListCount text={words.say('scimDrift.count', { count: rows.length })} isFetching={isFetching} />
      <MoreRows shown={read} label={words.say('scimDrift.morePeople')} onMore={() => list.next()}>
        <DataTable label={words.text('People who never signed in')} columns={columnsOf(words)} rows={shown} />
      </MoreRows>
    </div>
  )
}

const columnsOf = (words: ReturnType<typeof useWords>) =>
  ['Name', 'Username', 'Sent', 'Groups'].map((label) => ({
    id: label,
    label: words.text(label),
    isRowHeading: label === 'Name',
  }))
