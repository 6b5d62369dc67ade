import type { ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { Button } from './button.tsx'
import styles from './form-actions.module.css'

type Properties = {
  readonly isEdit: boolean
  readonly isSavable: boolean
  readonly hasChanges: boolean
  readonly isSaving: boolean
  /** Why Save or Delete is disabled. */
  readonly reason: string | undefined
  /** The reason is written but not announced: no field was visited yet. */
  readonly isReasonQuiet?: boolean
  readonly isReadonly?: boolean
  readonly onDiscard: () => void
  /** Absent if deleting is not possible. */
  readonly onDelete?: (() => void) | undefined
  /** Buttons only of this form. */
  readonly children?: ReactNode
}

/**
 * Save, Discard and Delete, the last two for existing objects only (spec section 2); always in view. On a small window they take one line, and
 * only once something changed.
 */
export function FormActions({ isEdit, isSavable, hasChanges, isSaving, isReadonly = false, ...rest }: Properties) {
  const words = useWords()
  return (
    <div className={styles['root']} data-idle={isEdit && !hasChanges && !isSaving && !isReadonly ? '' : undefined}>
      <Button
        className={styles['save']}
        type="submit"
        look="primary"
        disabled={isReadonly || !isSavable}
        busy={isSaving}
      >
        {words.say('form.save')}
      </Button>
      {isEdit && (
        <Button className={styles['save']} disabled={isReadonly || !hasChanges || isSaving} onClick={rest.onDiscard}>
          {words.say('form.discard')}
        </Button>
      )}
      {rest.children}
      {rest.isReasonQuiet && <span className={styles['reason']}>{rest.reason}</span>}
      <output className={styles['reason']}>{!rest.isReasonQuiet && rest.reason}</output>
      {isEdit && rest.onDelete !== undefined && (
        <Button look="danger" className={styles['delete']} disabled={isReadonly || isSaving} onClick={rest.onDelete}>
          {words.say('form.delete')}
        </Button>
      )}
    </div>
  )
}
