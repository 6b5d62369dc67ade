import {
  createPromotion,
  mappingName,
  type AdminEnvironment,
  type Mapping,
  type MappingComparison,
} from '@portico/core'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { ChangeList } from '../../kit/ui/change-list.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import form from '../../kit/ui/form-page.module.css'
import styles from './mapping-views.module.css'
import { PlanTrouble } from './plan-trouble.tsx'

type Properties = {
  readonly from: AdminEnvironment
  readonly to: AdminEnvironment
  readonly comparison: MappingComparison
  readonly onReload: () => Promise<void>
}

/** Changes drawn in the dialog; the table above it has them all. */
const changesMax = 50

/** Gives each mapping of one environment the groups of the other: a plan that is reviewed, and saved under its ETags. */
export function Promotion({ from, to, comparison, onReload }: Properties) {
  const core = useCore()
  const words = useWords()
  const plan = useMemo(() => createPromotion(core, to, comparison), [core, to, comparison])
  const { steps, isSaving } = useStore(plan)
  const [isAsking, setAsking] = useState(false)
  const { different, onlyFrom, onlyTo } = comparison
  const count = different.length
  const isStopped = steps.some(({ state }) => state !== 'planned' && state !== 'saved')
  const promote = async () => {
    const isDone = await plan.apply()
    setAsking(false)
    if (isDone) await onReload()
  }
  return (
    <section aria-labelledby="promotion" className={styles['part']}>
      <h2 id="promotion">{words.say('promote.title', { from: from.name, to: to.name })}</h2>
      {onlyFrom.length > 0 && (
        <p className={styles['about']}>{words.say('promote.missing', { to: to.name, names: namesOf(onlyFrom) })}</p>
      )}
      {onlyTo.length > 0 && (
        <p className={styles['about']}>{words.say('promote.kept', { to: to.name, names: namesOf(onlyTo) })}</p>
      )}
      <PlanTrouble steps={steps} action={() => ({ label: words.say('promote.again'), go: () => void onReload() })} />
      {to.readonly ? (
        <p>{words.say('promote.readonly', { to: to.name })}</p>
      ) : count === 0 ? (
        <p>{words.say('promote.nothing', { to: to.name })}</p>
      ) : (
        <Changeable>
          <Button look="primary" disabled={isStopped} onClick={() => setAsking(true)}>
            {words.say('promote.review', { count })}
          </Button>
        </Changeable>
      )}
      {isAsking && (
        <Dialog
          title={words.say('promote.ask', { count, from: from.name, to: to.name })}
          width={640}
          onClose={() => !isSaving && setAsking(false)}
          actions={
            <>
              <Button data-initial-focus="" disabled={isSaving} onClick={() => setAsking(false)}>
                {words.say('form.cancel')}
              </Button>
              <Button look="primary" busy={isSaving} onClick={() => void promote()}>
                {words.say('promote.go', { count })}
              </Button>
            </>
          }
        >
          <p>{words.say('promote.lead', { to: to.name })}</p>
          <div className={form['lost']}>
            <ChangeList changes={plan.changes().slice(0, changesMax)} />
          </div>
          {count > changesMax && <p>{words.say('groups.mappedMore', { count: count - changesMax })}</p>}
        </Dialog>
      )}
    </section>
  )
}

/** Names in one sentence; the table has the others. */
const namesMax = 10

function namesOf(mappings: readonly Mapping[]): string {
  const names = mappings.slice(0, namesMax).map(mappingName)
  return [...names, ...(mappings.length > namesMax ? ['…'] : [])].join(', ')
}
