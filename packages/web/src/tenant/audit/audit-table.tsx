import { actionInWords, auditNoun, auditTargetPath, fieldOf, kindInWords, type AuditRow } from '@portico/core'
import { useMemo } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import texts from '../../kit/ui/texts.module.css'

const columns = ['action', 'target', 'actor', 'at', 'address'].map((id) => ({
  id,
  label: fieldOf(auditNoun, id)?.label ?? id,
}))

type Properties = { readonly entries: readonly AuditRow[]; readonly onOpen: (entry: AuditRow) => void }

export function AuditTable({ entries, onOpen }: Properties) {
  const words = useWords()
  const rows = useMemo(
    () =>
      entries.map((entry) => {
        const { id, action, target, actor, at, address } = entry
        const path = auditTargetPath(target)
        const name = target.name ?? target.id ?? kindInWords(target.kind, words)
        return {
          id,
          cells: [
            <Button key="action" look="outline" onClick={() => onOpen(entry)}>
              {actionInWords(action, words)}
            </Button>,
            <span key="target" className={texts['long']}>
              {path === undefined ? name : <Link to={path}>{name}</Link>}
            </span>,
            <span key="actor" className={texts['long']}>
              {actor.name}
            </span>,
            <RelativeTime key="at" at={at} />,
            address ?? '',
          ],
        }
      }),
    [entries, words, onOpen],
  )
  return <DataTable label={words.say('audit.title')} columns={columns} rows={rows} />
}
