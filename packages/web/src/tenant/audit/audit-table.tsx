import {
  actionInWords,
  auditGroups,
  auditNoun,
  auditTargetPath,
  fieldOf,
  kindInWords,
  type AuditGroup,
  type AuditRow,
  type Words,
} from '@portico/core'
import { useMemo, useState, type ReactNode } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { classes } from '../../kit/ui/classes.ts'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import texts from '../../kit/ui/texts.module.css'
import styles from './audit.module.css'
import { KindIcon } from './kind-icon.tsx'

const columns = ['action', 'target', 'actor', 'at', 'address'].map((id) => ({
  id,
  label: fieldOf(auditNoun, id)?.label ?? id,
}))

type Properties = { readonly entries: readonly AuditRow[]; readonly onOpen: (entry: AuditRow) => void }

/** Each entry, or one row for those that repeat, which opens them below it. */
export function AuditTable({ entries, onOpen }: Properties) {
  const words = useWords()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    const toggle = (id: string) =>
      setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
    const entryRow = (entry: AuditRow, isMember: boolean) => ({
      id: entry.id,
      cells: [
        <button
          key="action"
          type="button"
          className={classes(styles['action'], isMember && styles['member'])}
          onClick={() => onOpen(entry)}
        >
          <KindIcon kind={entry.target.kind} />
          {actionInWords(entry.action, words)}
        </button>,
        ...restOf(entry, <Target key="target" entry={entry} />),
      ],
    })
    return auditGroups(entries).flatMap((group) => {
      const [first, ...others] = group
      if (others.length === 0) return [entryRow(first, false)]
      const isOpen = opened.has(first.id)
      const head = {
        id: `group ${first.id}`,
        cells: [
          <button
            key="action"
            type="button"
            aria-expanded={isOpen}
            className={styles['action']}
            onClick={() => toggle(first.id)}
          >
            <KindIcon kind={first.target.kind} />
            <span>
              {actionInWords(first.action, words)} <Pill>{words.say('audit.entries', { count: group.length })}</Pill>
            </span>
          </button>,
          ...restOf(
            first,
            <span key="target" className={texts['long']}>
              {targetsOf(group, words)}
            </span>,
          ),
        ],
      }
      return [head, ...(isOpen ? group.map((entry) => entryRow(entry, true)) : [])]
    })
  }, [entries, words, onOpen, opened])
  return <DataTable label={words.say('audit.title')} columns={columns} rows={rows} />
}

function restOf({ actor, at, address }: AuditRow, target: ReactNode): ReactNode[] {
  return [
    target,
    <span key="actor" className={texts['long']}>
      {actor.name}
    </span>,
    <RelativeTime key="at" at={at} />,
    address ?? '',
  ]
}

function Target({ entry: { target } }: { readonly entry: AuditRow }) {
  const words = useWords()
  const path = auditTargetPath(target)
  const name = nameOf(target, words)
  return <span className={texts['long']}>{path === undefined ? name : <Link to={path}>{name}</Link>}</span>
}

/** The first name, and how many others there are. */
function targetsOf(group: AuditGroup, words: Words): string {
  const [name = '', ...others] = new Set(group.map(({ target }) => nameOf(target, words)))
  return others.length === 0 ? name : words.say('audit.andMore', { name, count: others.length })
}

function nameOf({ name, id, kind }: AuditRow['target'], words: Words): string {
  return name ?? id ?? kindInWords(kind, words)
}
