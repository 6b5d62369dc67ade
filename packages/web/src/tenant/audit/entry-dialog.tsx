import {
  actionInWords,
  actorKindInWords,
  auditTargetPath,
  changesInWords,
  kindInWords,
  revertRefusal,
  type AuditRow,
} from '@portico/core'

import { useNavigator, useIsSupport, useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import texts from '../../kit/ui/texts.module.css'
import styles from './audit.module.css'

type Properties = {
  readonly entry: AuditRow
  readonly onClose: () => void
  readonly onRevert: () => void
}

/** One entry with the values before and after, side by side where there is room. */
export function EntryDialog({ entry, onClose, onRevert }: Properties) {
  const words = useWords()
  const navigator = useNavigator()
  const { action, actor, target, at, requestId, before, after } = entry
  const path = auditTargetPath(target)
  const isSupport = useIsSupport()
  const name = target.name ?? target.id ?? kindInWords(target.kind, words)
  const changes = changesInWords(entry, words)
  const time = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'long', timeStyle: 'medium' })
  const columns = [
    { id: 'field', label: words.say('audit.changes') },
    { id: 'before', label: words.say('audit.before') },
    { id: 'after', label: words.say('audit.after') },
  ]
  const rows = changes.map(({ label, removed, added }, place) => ({
    id: `${place} ${label}`,
    cells: [label, valuesOf(removed), valuesOf(added)],
  }))
  return (
    <Dialog
      title={`${actionInWords(action, words)}: ${name}`}
      width={900}
      isRead
      onClose={onClose}
      actions={
        <>
          {!isSupport && revertRefusal(entry) !== 'REVERT_EVENT' && (
            <Button onClick={onRevert}>{words.say('audit.revert')}</Button>
          )}
          {path !== undefined && (
            <Button onClick={() => navigator.go(path)}>{words.say('audit.openTarget', { target: name })}</Button>
          )}
          <Button look="primary" onClick={onClose}>
            {words.say('audit.close')}
          </Button>
        </>
      }
    >
      <p className={styles['who']}>
        {actor.name} ({actorKindInWords(actor.kind, words)}) · {time.format(new Date(at))}
      </p>
      {changes.length === 0 ? (
        <p>{words.say('audit.noChanges')}</p>
      ) : (
        <DataTable label={words.say('audit.changes')} columns={columns} rows={rows} />
      )}
      <details className={styles['recorded']}>
        <summary>{words.say('audit.recorded')}</summary>
        <p>
          {words.say('audit.request', { id: requestId })} · <code>{action}</code>
        </p>
        <div className={styles['values']}>
          {(['before', 'after'] as const).map((side) => (
            <section key={side} aria-label={words.say(`audit.${side}`)}>
              <h3>{words.say(`audit.${side}`)}</h3>
              <pre>{textOf(side === 'before' ? before : after) ?? words.say('audit.nothing')}</pre>
            </section>
          ))}
        </div>
      </details>
    </Dialog>
  )
}

/** One line for each value. */
function valuesOf(values: readonly string[]) {
  return (
    <span className={texts['long']}>
      {values.map((value) => (
        <span key={value} className={styles['value']}>
          <bdi>{value}</bdi>
        </span>
      ))}
    </span>
  )
}

function textOf(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : JSON.stringify(value, null, 2)
}
