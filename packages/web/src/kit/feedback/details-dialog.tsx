import { detailText, type ExpectedProblem } from '@portico/core'

import { useWords } from '../context/portal-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import styles from './details-dialog.module.css'

type Properties = { readonly problem: ExpectedProblem; readonly title: string; readonly onClose: () => void }

/** "Details dialog shows a translated title, Error Message and Details" (spec section 8). */
export function DetailsDialog({ problem, title, onClose }: Properties) {
  const words = useWords()
  return (
    <Dialog
      title={words.say('details.title')}
      isRead
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {words.say('banner.close')}
        </Button>
      }
    >
      <dl className={styles['list']}>
        <dt>{words.say('details.message')}</dt>
        <dd>{problem.errorMessage || title}</dd>
        <dt>{words.say('details.details')}</dt>
        {problem.details.map((detail) => (
          <dd key={`${detail.fieldID} ${detail.errorID}`}>{detailText(detail, words)}</dd>
        ))}
      </dl>
      {problem.requestID !== undefined && (
        <p className={styles['reference']}>{words.say('error.reference', { requestID: problem.requestID })}</p>
      )}
    </Dialog>
  )
}
